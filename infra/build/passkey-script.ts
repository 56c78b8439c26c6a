import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bundlePage } from './page-bundle.ts'

/** Writes the script where `functions/identity-provider/provider/passkey-script.ts` reads it: a folder beside the function's bundle. */
export async function writePasskeyScript(directory: string): Promise<void> {
  const [script] = await bundlePage({ entryPoints: ['functions/identity-provider/page/passkeys.ts'] })
  if (!script) throw new Error('the script of passkeys was not built')
  await mkdir(directory, { recursive: true })
  await writeFile(join(directory, 'passkeys.js'), script.text)
}
