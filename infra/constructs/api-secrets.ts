import { Validations } from 'aws-cdk-lib'
import { type ISecret, Secret } from 'aws-cdk-lib/aws-secretsmanager'
import type { Construct } from 'constructs'
import { type KeyRing, makeKeyRing } from './key-rings.ts'

/** The secrets that authenticate page tokens, by number. */
export function pageTokenKeys(scope: Construct): KeyRing<ISecret> {
  return makeKeyRing(scope, { setting: 'pageTokenKeys', id: 'PageTokenKey' }, (id) => pageTokenKey(scope, id))
}

function pageTokenKey(scope: Construct, id: string): Secret {
  const secret = new Secret(scope, id, {
    description: 'Sealpost: authenticates page tokens',
    generateSecretString: { passwordLength: 64, excludePunctuation: true },
  })
  Validations.of(secret).acknowledge({
    id: 'AwsSolutions-SMG4',
    reason:
      'It guards the integrity of tokens that hold no secret. A function reads it once, so another value would refuse the tokens of functions that read it before: it is rotated by -c pageTokenKeys=2,1, without a gap.',
  })
  return secret
}

/** The secret that seals recorded answers which tell secrets. */
export function answerKey(scope: Construct): ISecret {
  const secret = new Secret(scope, 'AnswerKey', {
    description: 'Sealpost: seals recorded answers that tell secrets',
    generateSecretString: { passwordLength: 64, excludePunctuation: true },
  })
  Validations.of(secret).acknowledge({
    id: 'AwsSolutions-SMG4',
    reason:
      'What it seals is kept for a day, and opens only together with the Idempotency-Key of its client, which is not kept. A new value only ends replays of such answers.',
  })
  return secret
}
