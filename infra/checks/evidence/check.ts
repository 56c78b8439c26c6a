import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { certificatesIn } from '../../../shared/pdf/pem.ts'
import { checkFiles, UnreadableFile } from './check-files.ts'
import { type GivenFile, holds, textOf } from './report.ts'

const usage = `Checks the evidence of a signature request, or a proof of a registered mail, offline, from the files alone.

  npm run evidence:check -- EVIDENCE [FILE…] [--trusted CERTIFICATES]

EVIDENCE      the evidence or proof as a PDF, or the evidence.json or proof.json that is attached to it
FILE          of evidence: the sealed document, the signed document, the upload, or several of them;
              of a proof: the proof of content, an attachment, or several of them
CERTIFICATES  a PEM file with the certificate of the service, or of authorities that you trust

It exits with 0 if every check holds, with 1 if a check fails, and with 2 if there is nothing to check.`

/** The process's own end is left to its caller. */
async function main(): Promise<number> {
  const { values, positionals } = argumentsGiven()
  if (values.help) {
    console.log(usage)
    return 0
  }
  const [evidence, ...others] = await Promise.all(positionals.map(fileAt))
  if (!evidence) throw new UnreadableFile(usage)
  const trusted = values.trusted === undefined ? [] : await certificatesAt(values.trusted)
  const report = await checkFiles(evidence, others, trusted)
  console.log(textOf(report))
  return holds(report) ? 0 : 1
}

function argumentsGiven() {
  try {
    const options = { help: { type: 'boolean', short: 'h' }, trusted: { type: 'string' } } as const
    return parseArgs({ options, allowPositionals: true })
  } catch (error) {
    throw new UnreadableFile(`${error instanceof Error ? error.message : error}\n\n${usage}`)
  }
}

/** npm runs commands in the project's folder, wherever they were given. */
function pathOf(file: string): string {
  return resolve(process.env.INIT_CWD ?? '.', file)
}

async function fileAt(file: string): Promise<GivenFile> {
  try {
    return { name: basename(file), bytes: await readFile(pathOf(file)) }
  } catch (error) {
    throw new UnreadableFile(`${file} cannot be read: ${error instanceof Error ? error.message : error}`)
  }
}

async function certificatesAt(file: string): Promise<Uint8Array[]> {
  const { bytes } = await fileAt(file)
  const certificates = certificatesIn(Buffer.from(bytes).toString('latin1'))
  try {
    if (certificates.length > 0 && certificates.every((der) => new X509Certificate(der).publicKey)) return certificates
  } catch {}
  throw new UnreadableFile(`${file} has no readable PEM certificates`)
}

try {
  process.exitCode = await main()
} catch (error) {
  if (!(error instanceof UnreadableFile)) throw error
  console.error(error.message)
  process.exitCode = 2
}
