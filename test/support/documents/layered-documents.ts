import { mark, markedPage, squareForm } from './marked-page.ts'
import { type PdfBody, stream } from './pdf-of.ts'

/** What the flattened document shows (see `marksOf`), or that it cannot be flattened. */
export type Case = { readonly name: string; readonly pdf: Buffer; readonly shows: string; readonly text?: string }

const between = (name: string, content: string) => `/OC /${name} BDC ${content} EMC `

/** Squares 0 and 4 are there always; square 1 is in a layer. `group` is what its dictionary says. */
function oneLayer(configuration: string, group: string, extra: readonly PdfBody[] = []): Buffer {
  return markedPage({
    content: mark(0) + between('L1', mark(1)) + mark(4),
    resources: '/Properties<</L1 6 0 R>>',
    catalog: `/OCProperties<</OCGs[6 0 R 7 0 R]/D<<${configuration}>>>>`,
    objects: [`<</Type/OCG/Name(One)${group}>>`, '<</Type/OCG/Name(Two)>>', ...extra],
  })
}

function oneCase(name: string, configuration: string, group: string, isOn: boolean): Case {
  return { name, pdf: oneLayer(configuration, group), shows: isOn ? 'XX..X' : 'X...X' }
}

const events = ['View', 'Print', 'Export'] as const
const automatic = (event: string, category = event) => `/AS[<</Event/${event}/Category[/${category}]/OCGs[6 0 R]>>]`

/** Every usage for every event, named in /AS or not. Our page heeds usage for viewing alone. */
const usages = events.flatMap((usage) =>
  ['ON', 'OFF'].flatMap((state) =>
    ['', ...events.map((event) => automatic(event, usage))].map((configuration) =>
      oneCase(
        `${usage} ${state} ${configuration}`,
        `/BaseState/ON${configuration}`,
        `/Usage<</${usage}<</${usage}State/${state}>>>>`,
        usage !== 'View' || state === 'ON',
      ),
    ),
  ),
)

const otherUsages = [
  '/Usage<</Zoom<</min 2.0/max 8.0>>>>',
  '/Usage<</Zoom<</max 0.1>>>>',
  '/Usage<</Language<</Lang(fr-FR)/Preferred/OFF>>>>',
  '/Usage<</User<</Type/Ind/Name(Somebody)>>>>',
  '/Usage<</PageElement<</Subtype/BG>>>>',
  '/Usage<</CreatorInfo<</Creator(x)/Subtype/Technical>>>>',
  '/Intent/Design',
  '/Intent[/View/Design]',
].map((group) =>
  oneCase(
    group,
    `/BaseState/ON${automatic('View', 'Zoom')}/AS[<</Event/View/Category[/Zoom/Language/User]/OCGs[6 0 R]>>]`.replace(
      automatic('View', 'Zoom'),
      '',
    ),
    group,
    true,
  ),
)

const states = [
  oneCase('off in the base state', '/BaseState/OFF', '', false),
  oneCase('off in the base state and on in the list', '/BaseState/OFF/ON[6 0 R]', '', true),
  oneCase('off in the list', '/OFF[6 0 R]', '', false),
  oneCase('on and off in the lists', '/ON[6 0 R]/OFF[6 0 R]', '', false),
  oneCase('unchanged base state', '/BaseState/Unchanged', '', true),
  oneCase('off and on for viewing', '/OFF[6 0 R]', '/Usage<</View<</ViewState/ON>>>>', false),
  oneCase('on and off for viewing', '/ON[6 0 R]', '/Usage<</View<</ViewState/OFF>>/Print<</PrintState/ON>>>>', false),
]

/** Group 6 is on, group 7 is off. */
function membership(dictionary: string, isOn: boolean): Case {
  return {
    name: dictionary,
    pdf: markedPage({
      content: mark(0) + between('L1', mark(1)) + mark(4),
      resources: '/Properties<</L1 8 0 R>>',
      catalog: '/OCProperties<</OCGs[6 0 R 7 0 R]/D<</OFF[7 0 R]>>>>',
      objects: ['<</Type/OCG/Name(On)>>', '<</Type/OCG/Name(Off)>>', `<</Type/OCMD ${dictionary}>>`],
    }),
    shows: isOn ? 'XX..X' : 'X...X',
  }
}

const memberships = [
  membership('/OCGs 6 0 R', true),
  membership('/OCGs 7 0 R', false),
  membership('/OCGs[6 0 R 7 0 R]', true),
  membership('/OCGs[6 0 R 7 0 R]/P/AnyOn', true),
  membership('/OCGs[6 0 R 7 0 R]/P/AllOn', false),
  membership('/OCGs[6 0 R 7 0 R]/P/AnyOff', true),
  membership('/OCGs[6 0 R 7 0 R]/P/AllOff', false),
  membership('/OCGs[7 0 R]/P/AllOff', true),
  membership('/OCGs[6 0 R]/P/AnyOff', false),
  membership('/VE[/Not 6 0 R]', false),
  membership('/VE[/Not 7 0 R]', true),
  membership('/VE[/And 6 0 R 7 0 R]', false),
  membership('/VE[/And 6 0 R [/Not 7 0 R]]', true),
  membership('/VE[/Or 7 0 R [/And 6 0 R [/Not 6 0 R]]]', false),
  membership('/VE[/Or 7 0 R [/Or 7 0 R 6 0 R]]/OCGs[7 0 R]/P/AllOn', true),
]

/** Content of layers 6 (on) and 7 (off), as `/L1` and `/L2`. */
function content(name: string, text: string, shows: string, objects: readonly PdfBody[] = [], resources = ''): Case {
  return {
    name,
    pdf: markedPage({
      content: text,
      resources: `/Properties<</L1 6 0 R/L2 7 0 R>>${resources}`,
      catalog: '/OCProperties<</OCGs[6 0 R 7 0 R]/D<</OFF[7 0 R]>>>>',
      objects: ['<</Type/OCG/Name(On)>>', '<</Type/OCG/Name(Off)>>', ...objects],
    }),
    shows,
  }
}

const layerOfForm = (data: string) =>
  stream(
    '/Type/XObject/Subtype/Form/BBox[0 0 256 120]/Resources<</Properties<</L1 6 0 R/L2 7 0 R>>>>',
    Buffer.from(data),
  )
const image = (layer: string) =>
  stream(
    `/Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray/OC ${layer}`,
    Buffer.from([0]),
  )
const place = (number: number) => `q 32 0 0 32 ${16 + 48 * number} 40 cm`
const type3 = [
  '<</Type/Font/Subtype/Type3/FontBBox[0 0 1 1]/FontMatrix[1 0 0 1 0 0]/FirstChar 97/LastChar 98/Widths[1.5 1.5]/Encoding<</Type/Encoding/Differences[97/a/b]>>/CharProcs<</a 9 0 R/b 10 0 R>>/Resources<</Properties<</L2 7 0 R>>>>>>',
  stream('', Buffer.from('1.5 0 0 0 1 1 d1 0 0 1 1 re f')),
  stream('', Buffer.from('1.5 0 0 0 1 1 d1 /OC /L2 BDC 0 0 1 1 re f EMC')),
]
const pattern = stream(
  '/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 256 120]/XStep 256/YStep 120/Resources<</Properties<</L1 6 0 R/L2 7 0 R>>>>',
  Buffer.from(mark(1) + between('L2', mark(2)) + between('L1', mark(3))),
)

const contents = [
  content('within each other', mark(0) + between('L1', mark(1) + between('L2', mark(2)) + mark(3)), 'XX.X.'),
  content('hidden around shown', between('L2', mark(1) + between('L1', mark(2)) + mark(3)) + mark(4), '....X'),
  content(
    'with other marked content',
    between('L2', `/Span <</MCID 0>> BDC ${mark(1)} EMC /P BMC ${mark(2)} EMC`) + mark(4),
    '....X',
  ),
  content('moved by hidden content', `${between('L2', `1 0 0 1 48 0 cm ${mark(0)}`)}${mark(0)}`, '.X...'),
  content(
    'clipped by hidden content',
    `q ${between('L2', '0 0 60 120 re W n')} ${mark(0)} ${mark(1)} Q ${mark(3)}`,
    'X?.X.'.replace('?', '.'),
  ),
  content('coloured by hidden content', `1 g ${between('L2', '0 g')} ${mark(0)}`, 'X....'),
  content(
    'hidden clip that also paints',
    `q ${between('L2', '16 40 32 32 re W f')} ${mark(0)} ${mark(1)} Q ${mark(3)}`,
    'X..X.',
  ),
  content('a name that is written otherwise', `${mark(0)}/#4fC /L#32 BDC ${mark(1)} EMC`, 'X....'),
  content('an unknown name', `${mark(0)}/OC /Nothing BDC ${mark(1)} EMC`, 'XX...'),
  content(
    'forms',
    `/X1 Do /X2 Do /X3 Do`,
    'XX...',
    [layerOfForm(mark(0) + between('L1', mark(1)) + between('L2', mark(2))), squareForm('/OC 7 0 R')],
    '/XObject<</X1 8 0 R/X2 9 0 R/X3 8 0 R>>',
  ),
  content(
    'a form with a layer of its own',
    `q 1 0 0 1 16 40 cm /X1 Do Q q 1 0 0 1 64 40 cm /X2 Do Q`,
    'X....',
    [squareForm('/OC 6 0 R'), squareForm('/OC 7 0 R')],
    '/XObject<</X1 8 0 R/X2 9 0 R>>',
  ),
  content(
    'images',
    `${place(0)} /X1 Do Q ${place(1)} /X2 Do Q`,
    'X....',
    [image('6 0 R'), image('7 0 R')],
    '/XObject<</X1 8 0 R/X2 9 0 R>>',
  ),
  content('a tiling pattern', '/Pattern cs /P1 scn 0 0 256 120 re f', '.X.X.', [pattern], '/Pattern<</P1 8 0 R>>'),
  content('glyphs', 'BT /F2 32 Tf 16 40 Td (aba) Tj ET', 'X.X..', type3, '/Font<</F1 4 0 R/F2 8 0 R>>'),
  content(
    'an inline image',
    `${mark(0)} ${between('L2', `${place(1)} BI /W 1 /H 1 /BPC 8 /CS /G ID \0 EI Q`)} ${between('L1', `${place(2)} BI /W 1 /H 1 /BPC 8 /CS /G ID \0 EI Q`)}`,
    'X.X..',
  ),
  content(
    'text in a layer',
    `${mark(0)} BT /F1 12 Tf 10 100 Td ${between('L2', '(Hidden) Tj')} 0 -12 Td (Shown) Tj ${between('L1', "(Also) '")} ET`,
    'X....',
  ),
  content('text behind hidden text', `BT /F1 12 Tf 10 100 Td ${between('L2', '(Hidden) Tj')} (Shown) Tj ET`, 'refused'),
  content('a layer that does not end', `${mark(0)} /OC /L2 BDC ${mark(1)}`, 'refused'),
  content('an end too many', `${mark(0)} EMC ${between('L2', mark(1))}`, 'refused'),
  content('a string that does not end', `${mark(0)} ${between('L2', mark(1))} (open`, 'refused'),
  content('a layer given in the content', `/OC <</Type/OCG>> BDC ${mark(1)} EMC`, 'refused'),
  content('unknown operators', `${between('L2', mark(1))} 1 0 xyz`, 'refused'),
]

const withoutConfiguration: Case = {
  name: 'a layer without a configuration',
  pdf: markedPage({
    content: mark(0) + between('L1', mark(1)),
    resources: '/Properties<</L1 6 0 R>>',
    objects: ['<</Type/OCG/Name(One)/Usage<</View<</ViewState/OFF>>/Print<</PrintState/OFF>>>>>>'],
  }),
  shows: 'XX...',
}

export const layeredDocuments: readonly Case[] = [
  ...usages,
  ...otherUsages,
  ...states,
  ...memberships,
  ...contents,
  withoutConfiguration,
]
