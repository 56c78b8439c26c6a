/**
 * The operands of every operator (ISO 32000-2 annex A), one letter each: n number, N name, s string, a array,
 * d dictionary. A text is the only form; where there are several, a pattern has them.
 */
export const operandRules: ReadonlyMap<string, string | RegExp> = new Map<string, string | RegExp>([
  ...['b', 'B', 'b*', 'B*', 'BT', 'BX', 'EMC', 'ET', 'EX', 'f', 'F', 'f*', 'h', 'n', 'q', 'Q'].map(takes('')),
  ...['s', 'S', 'T*', 'W', 'W*', 'BI'].map(takes('')),
  ...['g', 'G', 'i', 'j', 'J', 'M', 'w', 'Tc', 'TL', 'Tr', 'Ts', 'Tw', 'Tz'].map(takes('n')),
  ...['d0', 'l', 'm', 'Td', 'TD'].map(takes('nn')),
  ...['rg', 'RG'].map(takes('nnn')),
  ...['k', 'K', 're', 'v', 'y'].map(takes('nnnn')),
  ...['c', 'cm', 'd1', 'Tm'].map(takes('nnnnnn')),
  ...['BMC', 'cs', 'CS', 'Do', 'gs', 'MP', 'ri', 'sh'].map(takes('N')),
  ...['Tj', "'"].map(takes('s')),
  ...['sc', 'SC', 'scn', 'SCN'].map(takes(/^(n{1,32}N?|N)$/)),
  ...['BDC', 'DP'].map(takes(/^N[Nd]$/)),
  ['"', 'nns'],
  ['d', 'an'],
  ['Tf', 'Nn'],
  ['TJ', 'a'],
])

function takes(operands: string | RegExp) {
  return (operator: string): [string, string | RegExp] => [operator, operands]
}

export function isWellGiven(rule: string | RegExp, operands: string): boolean {
  return typeof rule === 'string' ? rule === operands : rule.test(operands)
}
