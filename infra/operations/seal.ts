/** The command `npm run seal`: the certificates of the keys that seal documents. */
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { kmsDigestSigner } from '../../shared/pdf/kms-seal-signer.ts'
import { certificatesIn } from '../../shared/pdf/pem.ts'
import { requestSealCertificate } from '../../shared/pdf/seal-certificate.ts'
import { readSealCertificate } from '../../shared/pdf/sealing/seal-certificates.ts'
import { kmsPublicKey } from '../../shared/platform/kms-public-key.ts'
import { note, pathGiven, print, runCommand, valid } from './command.ts'
import {
  type Installation,
  installationOptions,
  installationUsage,
  onInstallation,
  sealKeyOptions,
  withLocalDirectory,
} from './installation.ts'
import { write } from './output.ts'
import { CommandRefusal, MisunderstoodCommand } from './refusal.ts'
import { importSealChain, notesOnChain, type OpenSealKey, sealChainView } from './seal-chains.ts'

const usage = `Manages the certificates of the two keys that seal documents: the key of live organizations and, with --test,
the key of test organizations.

  npm run -s seal -- csr --organization "Example SAS" --name "Example seal" [--country FR] [--identifier NTRFR-123456789]
  npm run seal -- import chain.pem
  npm run seal -- show

  csr prints a certificate request (PKCS #10, PEM) signed by the key. Send it to a certificate authority.
  import reads the certificates of the authority (PEM, in any order), checks that they belong to the key, are valid and
  form a chain, and uses them for all later seals.
  show prints the certificates in use and any problems with them. A note says if one ends within 60 days.

  --organization NAME       the organization that seals (csr)
  --name NAME               the name of the seal (csr)
  --country CODE            two letters (csr)
  --identifier TEXT         the official number of the organization, in the form of eIDAS seals: register, country,
                            hyphen and number, such as NTRFR-123456789 or VATFR-12345678901 (csr)
  --test                    the key of test organizations; without it, of live ones
  --seal-key ID             the key (output LiveSealKeyId or TestSealKeyId), if you may not read stacks

${installationUsage}

It exits with 1 if something is refused and with 2 if the options are wrong.`

const keyOptions = { ...installationOptions, ...sealKeyOptions, test: { type: 'boolean' } } as const
const subjectOptions = {
  organization: { type: 'string' },
  name: { type: 'string' },
  country: { type: 'string' },
  identifier: { type: 'string' },
} as const

const text = v.pipe(v.string(), v.trim(), v.nonEmpty('it is required.'), v.maxLength(64, 'at most 64 characters.'))
/** ETSI EN 319 412-1, 5.1.4: a register such as NTR, VAT or LEI (or a national one such as `SI:`), the country, and the number there. */
const identifier = v.pipe(
  text,
  v.regex(
    /^(?:[A-Z]{3}|[A-Z]{2}:)[A-Z]{2}-[^\s-].*$/,
    'three letters for the register, two for the country, a hyphen and the number, such as NTRFR-123456789.',
  ),
)
const subjectSchema = v.object({
  organization: text,
  name: text,
  country: v.optional(v.pipe(v.string(), v.regex(/^[A-Z]{2}$/, 'two capital letters, such as FR.'))),
  identifier: v.optional(identifier),
})

const verbs: Readonly<Record<string, (given: string[]) => Promise<void>>> = {
  async csr(args) {
    const { values } = parseArgs({ args, options: { ...keyOptions, ...subjectOptions } })
    const { organization, name: commonName, country, identifier: organizationIdentifier } = valid(subjectSchema, values)
    await onSealKey(values, async ({ kms, keyId, publicKeySpkiDer }) => {
      const subject = { commonName, organization, country, organizationIdentifier }
      const der = await requestSealCertificate({ publicKeySpkiDer, sign: kmsDigestSigner(kms, keyId), subject })
      await write(`${pemOf('CERTIFICATE REQUEST', der)}\n`)
    })
  },
  async import(args) {
    const { values, positionals } = parseArgs({ args, options: keyOptions, allowPositionals: true })
    const [path, ...others] = positionals
    if (!path || others.length > 0) throw new MisunderstoodCommand('Give exactly one certificate file.\nSee --help.')
    const given = certificatesIn(await textIn(path))
    await onSealKey(values, async (key) => {
      const chain = await importSealChain(key, given, Date.now())
      note(
        `Imported. Documents are sealed with ${chain.length === 1 ? 'this certificate' : 'these certificates'} from now on.`,
      )
      tellNotes(chain)
      await print(sealChainView(key, chain, Date.now()))
    })
  },
  async show(args) {
    const { values } = parseArgs({ args, options: keyOptions })
    await onSealKey(values, async (key) => {
      const chain = await readSealCertificate(key.table, key.keyId)
      if (!chain)
        note('The key has no certificate yet. It creates a self-signed certificate when it seals its first document.')
      tellNotes(chain ?? [])
      await print(sealChainView(key, chain ?? [], Date.now()))
    })
  },
}

function tellNotes(chain: readonly Uint8Array[]): void {
  for (const each of notesOnChain(chain, Date.now())) note(each)
}

type KeyOptions = Parameters<typeof onInstallation>[0] & { readonly test?: boolean | undefined }

async function onSealKey(options: KeyOptions, work: (key: OpenSealKey) => Promise<void>): Promise<void> {
  const { test: isTest = false, ...where } = options
  await onInstallation(where, async ({ table, sealKey }: Installation) => {
    const { kms, keyId } = await sealKey(isTest ? 'test' : 'live')
    try {
      await work({ table, kms, keyId, publicKeySpkiDer: await kmsPublicKey(kms, keyId) })
    } finally {
      kms.destroy()
    }
  })
}

async function textIn(path: string): Promise<string> {
  try {
    return await readFile(pathGiven(path), 'utf8')
  } catch (error) {
    throw new CommandRefusal(`${path} cannot be read: ${error instanceof Error ? error.message : error}`)
  }
}

function pemOf(label: string, der: Uint8Array): string {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`].join('\n')
}

await runCommand(usage, async ([verb = '', ...given]) => {
  const act = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined
  if (!act)
    throw new MisunderstoodCommand(`${verb} is not a command. Commands: ${Object.keys(verbs).join(', ')}.\nSee --help.`)
  await act(withLocalDirectory(given))
})
