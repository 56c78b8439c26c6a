import { X509Certificate } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { certificatesIn } from '../../shared/pdf/pem.ts'

const fileName = 'trust-anchors.pem'

/**
 * Puts a PEM file of certificates beside the code of a function, as a part of its asset, and gives the settings that name
 * it. Throws where the file holds none or one that cannot be read: a deployment must not trust less than it was told to.
 */
export function trustAnchors(path: string | undefined, bundle: string): Record<string, string> {
  const file = join(bundle, fileName)
  if (!path) {
    rmSync(file, { force: true })
    return {}
  }
  const text = readFileSync(path, 'utf8')
  const certificates = certificatesIn(text)
  if (certificates.length === 0) throw new Error(`trustAnchors: ${path} has no PEM certificate`)
  for (const certificate of certificates) new X509Certificate(certificate)
  writeFileSync(file, text)
  return { TRUST_ANCHORS_FILE: fileName }
}
