import { RemovalPolicy } from 'aws-cdk-lib'
import { Key, KeySpec, KeyUsage } from 'aws-cdk-lib/aws-kms'
import { Construct } from 'constructs'

/** The keys of the service. All outlive the stack, as does what they encrypted or sealed; but not a first deployment that fails. */
export class Keys extends Construct {
  /** Encrypts the table, the documents and the alarms at rest. */
  readonly data: Key
  /** The seals' validity is checked against these for as long as the documents exist. */
  readonly liveSeal: Key
  readonly testSeal: Key
  /** What signers' links and one-time codes are made of. Whoever could use it could sign for anybody. */
  readonly signingSecrets: Key
  /** Authenticates what signers did: the signing page alone makes these MACs, and sealing only verifies them. */
  readonly signingActs: Key

  constructor(scope: Construct, id: string) {
    super(scope, id)
    this.data = new Key(this, 'Data', {
      description: 'Sealpost: data at rest',
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    })
    this.liveSeal = sealKey(this, 'LiveSeal', 'Sealpost: seals the documents of live organizations')
    this.testSeal = sealKey(this, 'TestSeal', 'Sealpost: seals the documents of test organizations')
    this.signingSecrets = macKey(this, 'SigningSecrets', "Sealpost: makes signers' links and one-time codes")
    this.signingActs = macKey(this, 'SigningActs', 'Sealpost: authenticates what signers did')
  }
}

function macKey(scope: Construct, id: string, description: string): Key {
  return new Key(scope, id, {
    description,
    keySpec: KeySpec.HMAC_256,
    keyUsage: KeyUsage.GENERATE_VERIFY_MAC,
    removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
  })
}

/** Signs access tokens (ES256). KMS rotates no asymmetric keys by itself. */
export function tokenSigningKey(scope: Construct, id: string): Key {
  return new Key(scope, id, {
    description: 'Sealpost: signs access tokens',
    keySpec: KeySpec.ECC_NIST_P256,
    keyUsage: KeyUsage.SIGN_VERIFY,
    removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
  })
}

function sealKey(scope: Construct, id: string, description: string): Key {
  return new Key(scope, id, {
    description,
    keySpec: KeySpec.RSA_3072,
    keyUsage: KeyUsage.SIGN_VERIFY,
    removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
  })
}
