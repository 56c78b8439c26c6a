/**
 * Why two readers could take a file for different documents:
 * - `unreadable`: the structure, or an object that the document needs, cannot be read as it stands
 * - `header`: bytes come before the header, or it has no version
 * - `end`: a save does not end with its own `startxref` and `%%EOF`, or more than a line end follows the last one
 * - `cross_references`: rows of another length than the standard's, sections in a circle or in no order
 * - `hybrid`: a table and the stream beside it tell different places
 * - `size`: an object or a reference has a number that the trailer rules out, or that readers do not take
 * - `misplaced_object`: an entry names an object that is not there, or one of another save
 * - `freed_object`: the document refers to an object that a later save has freed
 * - `object_stream`: an object stream holds other objects than the cross-references say
 * - `stream_length`: something other than a line end stands between the data of a stream and its end
 * - `stray_bytes`: bytes that belong to nothing, such as an object that no cross-reference names
 * - `overlap`: an object lies within another
 * - `root`: the saves name different catalogs
 */
export const structureFaults = [
  'unreadable',
  'header',
  'end',
  'cross_references',
  'hybrid',
  'size',
  'misplaced_object',
  'freed_object',
  'object_stream',
  'stream_length',
  'stray_bytes',
  'overlap',
  'root',
] as const
export type StructureFault = (typeof structureFaults)[number]

/** Takes note of a fault; the same one may be noted any number of times. */
export type NoteFault = (fault: StructureFault) => void
