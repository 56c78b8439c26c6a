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
  const text = textOf(path)
  const certificates = certificatesIn(text)
  if (certificates.length === 0 || !certificates.every(isReadable))
    throw new Error(
      `-c trustAnchors=… must be a file of PEM certificates; ${path} has none, or one that cannot be read`,
    )
  writeFileSync(file, text)
  return { TRUST_ANCHORS_FILE: fileName }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new Error(`-c trustAnchors=… must be a file of PEM certificates; ${path} cannot be read`, { cause: error })
  }
}

function isReadable(certificate: Uint8Array): boolean {
  try {
    new X509Certificate(certificate)
    return true
  } catch {
    return false
  }
}
