const searchedForText = 1024
/** A comment of a ZIP file is up to 65,535 bytes long, behind 22 bytes. */
const longestZipEnd = 65_557

const texts = ['<html', '<!doctype html', '<script', '<body', '<head', '<iframe', '<svg', '<?php']
/** What other formats have at a place of their own. */
const signatures: readonly (readonly [number, string])[] = [
  [0, '<?xml'],
  [0, '#!'],
  [0, 'MZ'],
  [0, '\x7fELF'],
  [0, 'PK\x03\x04'],
  [0, 'Rar!'],
  [0, '7z\xbc\xaf'],
  [0, '\x1f\x8b'],
  [0, 'BZh'],
  [0, '\xfd7zXZ'],
  [0, 'GIF8'],
  [0, '\x89PNG'],
  [0, '\xff\xd8\xff'],
  [0, 'RIFF'],
  [0, 'OggS'],
  [0, 'ID3'],
  [0, 'fLaC'],
  [0, 'II*\0'],
  [0, 'MM\0*'],
  [0, '%!PS'],
  [0, '{\\rtf'],
  [0, '\xd0\xcf\x11\xe0'],
  [0, '\xca\xfe\xba\xbe'],
  [0, '\xcf\xfa\xed\xfe'],
  [0, '\0asm'],
  [0, 'dex\n'],
  [4, 'ftyp'],
  [128, 'DICM'],
  [257, 'ustar'],
  [32_769, 'CD001'],
]

/** Whether other programs would take a file for something else than a PDF, and show or run that. */
export function isOfOtherFormat(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const start = file.toString('latin1', 0, searchedForText).toLowerCase()
  if (texts.some((text) => start.includes(text))) return true
  if (signatures.some(([offset, text]) => file.toString('latin1', offset, offset + text.length) === text)) return true
  return hasZipEnd(file)
}

/** The record by which programs find the contents of a ZIP file: its own words tell it from chance. */
function hasZipEnd(file: Buffer): boolean {
  const from = Math.max(0, file.length - longestZipEnd)
  for (
    let at = file.indexOf('PK\x05\x06', from, 'latin1');
    at >= 0;
    at = file.indexOf('PK\x05\x06', at + 1, 'latin1')
  ) {
    if (at + 22 > file.length) return false
    const isOneDisk = file.readUInt16LE(at + 4) === file.readUInt16LE(at + 6)
    const hasAllEntries = file.readUInt16LE(at + 8) === file.readUInt16LE(at + 10)
    if (isOneDisk && hasAllEntries && file.readUInt32LE(at + 12) <= at) return true
  }
  return false
}
