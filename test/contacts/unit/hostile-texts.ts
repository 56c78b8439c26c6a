/** 64 KB of what a parser may stumble over, of each kind that came to mind. */
export const hostileKilobytes = 64
const size = hostileKilobytes * 1024

/** A text over and over, cut to the size in UTF-8 (or a little less). */
export function filledWith(text: string, bytes = size): string {
  return text.repeat(Math.floor(bytes / Buffer.byteLength(text)))
}

/** Files whose header may be anything. */
export const hostileFiles: Readonly<Record<string, string>> = {
  quotes: filledWith('"'),
  'quotes that are doubled': `a\n"${filledWith('""')}"`,
  'quotes that never end': `a,b\n1,"${filledWith('x')}`,
  'quotes that end too early': `a\n${filledWith('"x"y\n')}`,
  'a quote in every cell': `a\n${filledWith('x"y\n')}`,
  'commas alone': filledWith(','),
  'semicolons alone': filledWith(';'),
  'tabs alone': filledWith('\t'),
  'one delimiter after the other': filledWith(',;\t'),
  'line ends alone': filledWith('\n'),
  'line ends of all kinds': filledWith('\r\n\n\r'),
  'line ends in quotes': `a\n"${filledWith('\r\n')}"`,
  'spaces alone': filledWith(' '),
  NULs: filledWith('\0'),
  'NULs between delimiters': `a,b\n${filledWith('\0,\0\n')}`,
  'one cell': `first,last\nA,${filledWith('x')}`,
  'one cell in quotes': `first,last\nA,"${filledWith('x')}"`,
  '8,000 columns': `${Array.from({ length: 8_000 }, (_, at) => `c${at}`).join(',')}\n${filledWith(',', 24_000)}`,
  '30,000 columns without names': `${filledWith(',', 30_000)}\n${filledWith(',', 30_000)}`,
  'rows without cells': `first,last\n${filledWith(',\n')}`,
  'rows of one letter': `first\n${filledWith('x\n')}`,
  'rows longer than the header': `first\n${filledWith('x,x,x\n')}`,
  'combining accents': `first,last\n${filledWith('e\u0301\u0302\u0303\u0304\n')}`,
  'one letter with very many accents': `first,last\nA,e${filledWith('\u0301')}`,
  Hangul: `first,last\nA,${filledWith('\u1112\u1161\u11ab')}`,
  'ligatures that unfold': `first,last\nA,${filledWith('\ufdfa')}`,
  'emoji that are joined': `first,last\nA,${filledWith('👩‍')}`,
  digits: `first,last,mobile\nA,B,${filledWith('7')}`,
  'plus signs': `first,last,mobile\nA,B,${filledWith('+')}`,
  'numbers and signs': `first,last,mobile\n${filledWith('A,B,+33(0)6.1-2/3 4\n')}`,
  'numbers with extensions': `first,last,mobile\n${filledWith('A,B,0612345678 ext. 12 x34;ext=5\n')}`,
  'numbers as long as may be': `first,last,mobile\n${filledWith(`A,B,${'(0)+'.repeat(10)}\n`)}`,
  'e-mails of dots': `first,last,email\n${filledWith(`A,B,${'a.'.repeat(120)}@b\n`)}`,
  'e-mails of at signs': `first,last,email\n${filledWith(`A,B,${'@'.repeat(250)}\n`)}`,
  'e-mails of labels': `first,last,email\n${filledWith(`A,B,a@${'b-'.repeat(100)}.c\n`)}`,
  'tags of bars': `first,last,tags\nA,B,${filledWith('|')}`,
  'tags of backslashes': `first,last,tags\nA,B,${filledWith('\\')}`,
  'tags of letters': `first,last,tags\nA,B,${filledWith('x|y|z|')}`,
  'very many tags': `first,last,tags\nA,B,${Array.from({ length: 11_000 }, (_, at) => at.toString(36)).join('|')}`,
  'tags that are one': `first,last,tags\nA,B,${filledWith('x|')}`,
  apostrophes: `first,last\nA,${filledWith("'")}`,
  'apostrophes before formulas': `first,last\nA,${filledWith("'=")}`,
  'spaces around a letter': `first,last\nA,${filledWith(' ', 32_000)}x${filledWith(' ', 32_000)}y`,
}

/** The longest that one may search for. */
const queryLength = 200
const cut = (text: string) => text.repeat(queryLength).slice(0, queryLength)

/** Queries as long as they may be. */
export const hostileQueries: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ...['7', '0', '+', '+3', '00', '(0)', '+33(0)6', '06 12 34 56 78 ', '06.', '-', '1-', '1 ', '9/', '33 ', '+1 '],
    ...['a', 'a ', 'a@', 'a.', '@', '@.', '.', ' ', '\t', '\0', 'é', 'e\u0301', '\u0301', '\u1112\u1161\u11ab', '李'],
    ...[
      '\ufdfa',
      '½',
      '①',
      'ﬁ',
      'ß',
      '\ud800',
      '\udc00',
      '👩‍',
      '\u200d',
      '\u2028',
      '\ufeff',
      'İ',
      "O'",
      '"',
      '\\',
      '%',
    ],
  ].map((unit) => [JSON.stringify(unit), cut(unit)]),
)
