import type { StructureFault } from '../../../shared/pdf/structure-fault.ts'
import { type Entry, PdfBuilder } from './pdf-builder.ts'

/** A file whose structure readers could take differently, or a control that they cannot. */
export type StructureCase = { name: string; faults: StructureFault[]; make: () => Buffer }

type Places = Record<'root' | 'pages' | 'page' | 'content', number>

const catalog = '<</Type/Catalog/Pages 2 0 R>>'
const pages = '<</Type/Pages/Kids[3 0 R]/Count 1>>'
const page = (content = '4 0 R') => `<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Contents ${content}>>`
const drawing = (variant: string) => `BT /F1 18 Tf 60 200 Td (${variant}) Tj ET`
const root = '/Root 1 0 R'

/** Objects 1 to 4 of one page, whose content is variant A. */
function onePage(head?: string): { builder: PdfBuilder; places: Places } {
  const builder = new PdfBuilder(head)
  const places = { root: builder.object(1, catalog), pages: builder.object(2, pages), page: builder.object(3, page()) }
  return { builder, places: { ...places, content: builder.stream(4, drawing('A')) } }
}

function entriesOf(places: Places): Entry[] {
  return Object.values(places).map((at, index) => ({ number: index + 1, at }))
}

function onePageAfter(head: string): Buffer {
  const { builder, places } = onePage(head)
  return builder.end(builder.table(entriesOf(places), `/Size 9${root}`)).bytes()
}

/** For what is written, and named by no cross-reference. */
function unnamed(_written: unknown): undefined {}

/** A file of one save, where `more` adds what it likes before the table. */
function saved(more: (builder: PdfBuilder, places: Places) => Entry[] | undefined = () => undefined, size = 9): Buffer {
  const { builder, places } = onePage()
  const added = more(builder, places) ?? []
  const names = new Set(added.map(({ number }) => number))
  const entries = [...entriesOf(places).filter(({ number }) => !names.has(number)), ...added]
  if (!names.has(0)) entries.unshift({ number: 0, free: true })
  return builder.end(builder.table(entries, `/Size ${size}${root}`)).bytes()
}

type Update = (builder: PdfBuilder, places: Places, previous: number) => void

/** A sound first save, and whatever comes after it. */
function updated(update: Update, isEnded = true): Buffer {
  const { builder, places } = onePage()
  const previous = builder.table([{ number: 0, free: true }, ...entriesOf(places)], `/Size 9${root}`)
  if (isEnded) builder.end(previous)
  update(builder, places, previous)
  return builder.bytes()
}

function updatedWith(entries: (builder: PdfBuilder, places: Places) => Entry[], trailer = root): Buffer {
  return updated((builder, places, previous) => {
    const start = builder.table(entries(builder, places), `/Size 9${trailer}/Prev ${previous}`)
    builder.end(start)
  })
}

type Packing = { listed?: number[]; more?: (builder: PdfBuilder) => Entry[] | undefined }

/** All but the content is packed; `listed` are the numbers that the object stream claims to hold. */
function packed(entries: Entry[], objects: [number, string][], { listed, more }: Packing = {}): Buffer {
  const builder = new PdfBuilder()
  const content = builder.stream(4, drawing('A'))
  const container = builder.objectStream(5, objects, listed)
  const added = more?.(builder) ?? []
  const names = new Set(added.map(({ number }) => number))
  const packedEntries = entries.filter(({ number }) => !names.has(number))
  const places: Entry[] = [{ number: 4, at: content }, { number: 5, at: container }, ...packedEntries, ...added]
  return builder.end(builder.crossReferenceStream(6, places, `/Size 9${root}`)).bytes()
}

const threePacked: [number, string][] = [
  [1, catalog],
  [2, pages],
  [3, page()],
]
const threeEntries: Entry[] = [1, 2, 3].map((number, index) => ({ number, inStream: 5, index }))

/** A sound first save, then a table of `table` with a stream beside it of `beside`. */
function hybrid(
  table: Entry[],
  beside: (builder: PdfBuilder, places: Places) => Entry[],
  trailerOfStream = '',
): Buffer {
  return updated((builder, places, previous) => {
    const entries = beside(builder, places)
    const stream = builder.crossReferenceStream(8, entries, `/Size 9${root}${trailerOfStream}`)
    builder.end(builder.table(table, `/Size 9${root}/Prev ${previous}/XRefStm ${stream}`))
  })
}

function changed(bytes: Buffer, change: (text: string) => string): Buffer {
  return Buffer.from(change(bytes.toString('latin1')), 'latin1')
}

const shadow = `4 0 obj\n<</Length ${drawing('B').length}>>stream\n${drawing('B')}\nendstream\nendobj\n`

export const structureCases: StructureCase[] = [
  { name: 'a sound file', faults: [], make: () => saved() },
  { name: 'a sound file of object streams', faults: [], make: () => packed(threeEntries, threePacked) },
  {
    name: 'an update of the content',
    faults: [],
    make: () => updatedWith((builder) => [{ number: 4, at: builder.stream(4, drawing('B')) }]),
  },
  {
    name: 'an update that names what stays as well',
    faults: [],
    make: () => updatedWith((builder, places) => [...entriesOf(places), { number: 5, at: builder.object(5, '1') }]),
  },
  {
    name: 'an update that frees what nothing refers to',
    faults: [],
    make: () => {
      const { builder, places } = onePage()
      const unused: Entry = { number: 5, at: builder.object(5, '(unused)') }
      const previous = builder.table([...entriesOf(places), unused], `/Size 9${root}`)
      builder.end(previous)
      return builder.end(builder.table([{ number: 5, free: true }], `/Size 9${root}/Prev ${previous}`)).bytes()
    },
  },
  {
    name: 'rows in no order',
    faults: [],
    make: () => {
      const { builder, places } = onePage()
      return builder.end(builder.table(entriesOf(places).reverse(), `/Size 9${root}`)).bytes()
    },
  },
  { name: 'a comment after the header', faults: [], make: () => onePageAfter('%PDF-1.7\n%%Invocation: gs -q\n') },

  {
    name: 'an object twice in one save',
    faults: ['stray_bytes'],
    make: () => saved((builder) => unnamed(builder.stream(4, drawing('B')))),
  },
  {
    name: 'an object twice in an update',
    faults: ['stray_bytes'],
    make: () =>
      updatedWith((builder) => {
        builder.stream(4, drawing('B'))
        return [{ number: 4, at: builder.stream(4, drawing('C')) }]
      }),
  },
  {
    name: 'a higher generation beside',
    faults: ['stray_bytes'],
    make: () => saved((builder) => unnamed(builder.object(4, '(B)', 1))),
  },
  {
    name: 'a higher generation that is named, and a reference to the lower one',
    faults: ['unreadable'],
    make: () => saved((builder) => [{ number: 4, at: builder.object(4, '(B)', 1), generation: 1 }]),
  },
  {
    name: 'an object between two saves',
    faults: ['stray_bytes'],
    make: () =>
      updated((builder, _, previous) => {
        builder.raw(shadow)
        builder.end(builder.table([], `/Size 9${root}/Prev ${previous}`))
      }),
  },
  {
    name: 'a comment that holds an object',
    faults: ['stray_bytes'],
    make: () => saved((builder) => unnamed(builder.raw(`% ${shadow.replaceAll('\n', ' ')}\n`))),
  },
  {
    name: 'a comment after the header that holds an object',
    faults: ['header'],
    make: () => onePageAfter(`%PDF-1.7\n% ${shadow.replaceAll('\n', ' ')}\n`),
  },
  { name: 'another header after the first', faults: ['header'], make: () => onePageAfter('%PDF-1.7\n%PDF-1.4\n') },
  {
    name: 'two trailers',
    faults: ['end'],
    make: () => changed(saved(), (text) => text.replace('startxref', `trailer\n<</Size 9${root}>>\nstartxref`)),
  },
  {
    name: 'two saves with a catalog each',
    faults: ['root'],
    make: () => updatedWith((builder) => [{ number: 5, at: builder.object(5, catalog) }], '/Root 5 0 R'),
  },
  {
    name: 'an update that goes back to an older definition',
    faults: ['misplaced_object'],
    make: () =>
      updated((builder, places, previous) => {
        const second = builder.stream(4, drawing('B'))
        const start = builder.table([{ number: 4, at: second }], `/Size 9${root}/Prev ${previous}`)
        builder.end(start)
        builder.end(builder.table([{ number: 4, at: places.content }], `/Size 9${root}/Prev ${start}`))
      }),
  },
  {
    name: 'an entry that names an object of a later save',
    faults: ['misplaced_object', 'stray_bytes'],
    make: () => {
      const make = (offset: number) => {
        const { builder, places } = onePage()
        const previous = builder.table(entriesOf({ ...places, content: offset }), `/Size 9${root}`)
        builder.end(previous)
        const content = builder.stream(4, drawing('B'))
        return { content, builder: builder.end(builder.table([], `/Size 9${root}/Prev ${previous}`)) }
      }
      return make(make(0).content).builder.bytes()
    },
  },
  {
    name: 'an entry that names the line end before its object',
    faults: ['misplaced_object', 'stray_bytes'],
    make: () => saved((_, { content }) => [{ number: 4, at: content - 1 }]),
  },
  {
    name: 'an entry that names another object',
    faults: ['unreadable', 'misplaced_object'],
    make: () => saved((_, { page: at }) => [{ number: 4, at }]),
  },
  {
    name: 'an entry that names an object in the data of a stream',
    faults: ['stray_bytes', 'overlap'],
    make: () =>
      saved((builder) => {
        const start = builder.stream(5, `1 2 3\n${shadow}`)
        return [
          { number: 4, at: start + builder.bytes().subarray(start).indexOf('4 0 obj') },
          { number: 5, at: start },
        ]
      }),
  },
  {
    name: 'an object that is freed and yet used',
    faults: ['freed_object'],
    make: () => updatedWith(() => [{ number: 4, free: true }]),
  },
  {
    name: 'an object in an object stream that a plain object defines as well',
    faults: ['stray_bytes'],
    make: () => packed(threeEntries, threePacked, { more: (builder) => unnamed(builder.object(3, page('9 0 R'))) }),
  },
  {
    name: 'a plain object that is in an object stream as well',
    faults: ['object_stream'],
    make: () =>
      packed(threeEntries, threePacked, { more: (builder) => [{ number: 3, at: builder.object(3, page()) }] }),
  },
  {
    name: 'an object stream that holds more than is named',
    faults: ['object_stream'],
    make: () => packed(threeEntries, [...threePacked, [7, '(unnamed)']]),
  },
  {
    name: 'an object stream whose index and entries differ',
    faults: ['unreadable'],
    make: () => packed(threeEntries, threePacked, { listed: [1, 2, 7] }),
  },
  {
    name: 'an object stream that names an object twice',
    faults: ['object_stream'],
    make: () => packed(threeEntries, [...threePacked, [3, page('7 0 R')]]),
  },
  {
    name: 'an object stream that an update writes anew',
    faults: ['object_stream'],
    make: () => {
      const builder = new PdfBuilder()
      const content = builder.stream(4, drawing('A'))
      const container = builder.objectStream(5, threePacked)
      const entries: Entry[] = [{ number: 4, at: content }, { number: 5, at: container }, ...threeEntries]
      const previous = builder.crossReferenceStream(6, entries, `/Size 9${root}`)
      builder.end(previous)
      const other = builder.objectStream(5, [threePacked[0] ?? [1, catalog], [2, pages], [3, page('7 0 R')]])
      const start = builder.crossReferenceStream(8, [{ number: 5, at: other }], `/Size 9${root}/Prev ${previous}`)
      return builder.end(start).bytes()
    },
  },

  {
    name: 'a length that ends at the first of two ends',
    faults: ['unreadable'],
    make: () =>
      saved((builder) => {
        const start = builder.position
        const first = drawing('B')
        builder.raw(
          `4 0 obj\n<</Length ${first.length}>>stream\n${first}\nendstream\n${drawing('C')}\nendstream\nendobj\n`,
        )
        return [{ number: 4, at: start }]
      }, 9),
  },
  {
    name: 'a comment between the data of a stream and its end',
    faults: ['stream_length', 'stray_bytes'],
    make: () =>
      saved((builder) => {
        const start = builder.position
        builder.raw(`4 0 obj\n<</Length 0>>stream\n% ${drawing('B')}\nendstream\nendobj\n`)
        return [{ number: 4, at: start }]
      }),
  },
  {
    name: 'a length that goes beyond the data',
    faults: ['unreadable'],
    make: () => changed(saved(), (text) => text.replace(/\/Length 3(\d)/, '/Length 4$1')),
  },

  {
    name: 'bytes before the header',
    faults: ['header'],
    make: () => Buffer.concat([Buffer.from('\r\n'), saved()]),
  },
  {
    name: 'bytes before the header that offsets count',
    faults: ['header'],
    make: () => onePageAfter('\r\n%PDF-1.7\n'),
  },
  { name: 'bytes after the end', faults: ['end'], make: () => Buffer.concat([saved(), Buffer.from('<script>\n')]) },
  { name: 'an object after the end', faults: ['end'], make: () => Buffer.concat([saved(), Buffer.from(shadow)]) },
  { name: 'padding to a block', faults: ['end'], make: () => Buffer.concat([saved(), Buffer.alloc(4_096)]) },
  {
    name: 'an update on the line of the end before',
    faults: ['end'],
    make: () =>
      updated((builder, _, previous) => {
        const start = builder.raw(`startxref\n${previous}\n%%EOF`).object(5, '1')
        builder.end(builder.table([{ number: 5, at: start }], `/Size 9${root}/Prev ${previous}`))
      }, false),
  },

  {
    name: 'short rows',
    faults: ['cross_references'],
    make: () => changed(saved(), (text) => text.replaceAll(' n \n', ' n\n').replaceAll(' f \n', ' f\n')),
  },
  {
    name: 'a section that white space comes before',
    faults: ['cross_references'],
    make: () => changed(saved(), (text) => text.replace(/startxref\n(\d+)/, (_, at) => `startxref\n${Number(at) - 1}`)),
  },
  {
    name: 'sections in a circle',
    faults: ['cross_references'],
    make: () => {
      const make = (previous: number) => {
        const { builder, places } = onePage()
        const first = builder.table(entriesOf(places), `/Size 9${root}/Prev ${previous}`)
        builder.end(first)
        const second = builder.table([], `/Size 9${root}/Prev ${first}`)
        return { second, bytes: builder.end(second).bytes() }
      }
      return make(make(100).second).bytes
    },
  },
  {
    name: 'a section that names itself as the one before',
    faults: ['cross_references'],
    make: () => changed(saved(), (text) => text.replace('/Root', `/Prev ${text.lastIndexOf('\nxref') + 1}/Root`)),
  },
  {
    name: 'a size that rules an object out',
    faults: ['size'],
    make: () => saved(undefined, 4),
  },
  {
    name: 'a reference whose number has more than 32 bits',
    faults: ['size'],
    make: () => updatedWith((builder) => [{ number: 3, at: builder.object(3, page(`${2 ** 32 + 4} 0 R`)) }]),
  },
  {
    name: 'object 0 in use',
    faults: ['cross_references'],
    make: () => saved((builder) => [{ number: 0, at: builder.object(0, '1') }]),
  },

  {
    name: 'a table that calls free what the stream beside it has',
    faults: ['hybrid', 'freed_object', 'stray_bytes'],
    make: () => hybrid([{ number: 4, free: true }], (builder) => [{ number: 4, at: builder.stream(4, drawing('B')) }]),
  },
  {
    name: 'a table and the stream beside it that name two definitions',
    faults: ['hybrid', 'stray_bytes'],
    make: () => {
      const { builder, places } = onePage()
      const other = builder.stream(4, drawing('B'))
      const beside = builder.crossReferenceStream(8, [{ number: 4, at: other }], `/Size 9${root}`)
      return builder.end(builder.table(entriesOf(places), `/Size 9${root}/XRefStm ${beside}`)).bytes()
    },
  },
  {
    name: 'a stream beside a table that changes an object',
    faults: ['hybrid'],
    make: () => hybrid([], (builder) => [{ number: 4, at: builder.stream(4, drawing('B')) }]),
  },
  {
    name: 'a stream beside a table that adds an object',
    faults: [],
    make: () => hybrid([], (builder) => [{ number: 5, at: builder.object(5, '1') }]),
  },
  {
    name: 'a stream beside a table that has a section before it',
    faults: ['hybrid'],
    make: () => hybrid([], (builder) => [{ number: 5, at: builder.object(5, '1') }], '/Prev 9'),
  },
  {
    name: 'a cross-reference stream that names another beside it',
    faults: ['hybrid'],
    make: () => {
      const builder = new PdfBuilder()
      const content = builder.stream(4, drawing('A'))
      const container = builder.objectStream(5, threePacked)
      const entries: Entry[] = [{ number: 4, at: content }, { number: 5, at: container }, ...threeEntries]
      return builder.end(builder.crossReferenceStream(6, entries, `/Size 9${root}/XRefStm 9`)).bytes()
    },
  },
]
