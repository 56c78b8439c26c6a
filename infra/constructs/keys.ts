import { RemovalPolicy } from 'aws-cdk-lib'
import { type IKey, Key, type KeyProps, KeySpec, KeyUsage } from 'aws-cdk-lib/aws-kms'
import { Construct } from 'constructs'
import { existingArn } from './existing.ts'
import { type KeyRing, makeKeyRing } from './key-rings.ts'

/** The keys of the service. All outlive the stack, as does what they encrypted or sealed; but not a first deployment that fails. */
export class Keys extends Construct {
  /** Encrypts the table, the documents and the alarms at rest. */
  readonly data: IKey
  /** The seals' validity is checked against these for as long as the documents exist. */
  readonly liveSeal: IKey
  readonly testSeal: IKey
  /** What signers' links and one-time codes are made of. Whoever could use it could sign for anybody. */
  readonly signingSecrets: KeyRing<IKey>
  /** Authenticates what signers did: the signing page alone makes these MACs, and sealing only verifies them. */
  readonly signingActs: KeyRing<IKey>
  /** The same for recipients of registered mail: their page alone makes these MACs, and proofs only verify them. */
  readonly mailActs: KeyRing<IKey>
  /** Encrypts the secrets from which one-time passwords of registered mail vendors are computed. */
  readonly vendorSecrets: IKey

  constructor(scope: Construct, id: string) {
    super(scope, id)
    this.data = keptKey(this, 'Data', {
      description: 'Sealpost: data at rest',
      enableKeyRotation: true,
    })
    this.liveSeal = sealKey(this, 'LiveSeal', 'Sealpost: seals the documents of live organizations')
    this.testSeal = sealKey(this, 'TestSeal', 'Sealpost: seals the documents of test organizations')
    this.signingSecrets = makeKeyRing(this, { setting: 'linkKeys', id: 'SigningSecrets' }, (name) =>
      macKey(this, name, "Sealpost: makes signers' links and one-time codes"),
    )
    this.signingActs = makeKeyRing(this, { setting: 'actKeys', id: 'SigningActs' }, (name) =>
      macKey(this, name, 'Sealpost: authenticates what signers did'),
    )
    this.mailActs = makeKeyRing(this, { setting: 'mailActKeys', id: 'MailActs' }, (name) =>
      macKey(this, name, 'Sealpost: authenticates what recipients of registered mail did'),
    )
    this.vendorSecrets = keptKey(this, 'VendorSecrets', {
      description: 'Sealpost: encrypts the one-time password secrets of sender accounts',
      enableKeyRotation: true,
    })
  }
}

/** A key that outlives the stack; or the one of that name that is there already. */
function keptKey(scope: Construct, id: string, props: KeyProps): IKey {
  const arn = existingArn(scope, id)
  if (arn) return Key.fromKeyArn(scope, id, arn)
  return new Key(scope, id, { ...props, removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE })
}

function macKey(scope: Construct, id: string, description: string): IKey {
  return keptKey(scope, id, {
    description,
    keySpec: KeySpec.HMAC_256,
    keyUsage: KeyUsage.GENERATE_VERIFY_MAC,
  })
}

/** Sign access tokens (ES256). KMS rotates no asymmetric keys by itself. */
export function tokenSigningKeys(scope: Construct, id: string): KeyRing<IKey> {
  return makeKeyRing(scope, { setting: 'tokenKeys', id }, (name) => {
    return keptKey(scope, name, {
      description: 'Sealpost: signs access tokens',
      keySpec: KeySpec.ECC_NIST_P256,
      keyUsage: KeyUsage.SIGN_VERIFY,
    })
  })
}

/** What functions are told of the keys of a ring. */
export function keyIdsOf(ring: KeyRing<IKey>): string {
  return ring.setting(({ keyId }) => keyId)
}

export function keyArnsOf({ all }: KeyRing<IKey>): string[] {
  return all.map(({ keyArn }) => keyArn)
}

function sealKey(scope: Construct, id: string, description: string): IKey {
  return keptKey(scope, id, {
    description,
    keySpec: KeySpec.RSA_3072,
    keyUsage: KeyUsage.SIGN_VERIFY,
  })
}
