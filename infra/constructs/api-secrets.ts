import { Validations } from 'aws-cdk-lib'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import type { Construct } from 'constructs'

/**
 * The secret that authenticates page tokens, as a reference that CloudFormation resolves when it deploys. A function has it
 * without a call at its start; whoever may read the function's settings could forge page tokens, which open nothing that
 * their bearer may not read anyway.
 */
export function pageTokenKey(scope: Construct): string {
  const secret = new Secret(scope, 'PageTokenKey', {
    description: 'Sealpost: authenticates page tokens',
    generateSecretString: { passwordLength: 64, excludePunctuation: true },
  })
  Validations.of(secret).acknowledge({
    id: 'AwsSolutions-SMG4',
    reason:
      'It guards the integrity of tokens that hold no secret. Functions have the value from their deployment: a rotation in between would change nothing, and a new secret with the next one only ends open paginations, and lets readers of events start again from a time.',
  })
  return secret.secretValue.unsafeUnwrap()
}

/** The secret that seals recorded answers which tell secrets, as such a reference. */
export function answerKey(scope: Construct): string {
  const secret = new Secret(scope, 'AnswerKey', {
    description: 'Sealpost: seals recorded answers that tell secrets',
    generateSecretString: { passwordLength: 64, excludePunctuation: true },
  })
  Validations.of(secret).acknowledge({
    id: 'AwsSolutions-SMG4',
    reason:
      'What it seals is kept for a day, and opens only together with the Idempotency-Key of its client, which is not kept. Functions have the value from their deployment: a new secret with the next one only ends replays of such answers.',
  })
  return secret.secretValue.unsafeUnwrap()
}
