import { Validations } from 'aws-cdk-lib'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import type { Construct } from 'constructs'
import { makeKeyRing } from './key-rings.ts'

/**
 * The secrets that authenticate page tokens, as references that CloudFormation resolves when it deploys. A function has it
 * without a call at its start; whoever may read the function's settings could forge page tokens, which open nothing that
 * their bearer may not read anyway.
 */
export function pageTokenKeys(scope: Construct): string {
  const ring = makeKeyRing(scope, { setting: 'pageTokenKeys', id: 'PageTokenKey' }, (id) => pageTokenKey(scope, id))
  return ring.setting((secret) => secret.secretValue.unsafeUnwrap())
}

function pageTokenKey(scope: Construct, id: string): Secret {
  const secret = new Secret(scope, id, {
    description: 'Sealpost: authenticates page tokens',
    generateSecretString: { passwordLength: 64, excludePunctuation: true },
  })
  Validations.of(secret).acknowledge({
    id: 'AwsSolutions-SMG4',
    reason:
      'It guards the integrity of tokens that hold no secret. Functions have the value from their deployment, so a rotation in between would change nothing: it is rotated by -c pageTokenKeys=2,1, without a gap.',
  })
  return secret
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
