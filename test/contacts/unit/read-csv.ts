/** The rows of a file by RFC 4180, read letter by letter: nothing of it is the writer's. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] ?? ''
    if (isQuoted) {
      if (letter !== '"') cell += letter
      else if (text[at + 1] === '"') cell += text[at++]
      else isQuoted = false
    } else if (letter === '"' && cell === '') isQuoted = true
    else if (letter === ',') {
      row.push(cell)
      cell = ''
    } else if (letter === '\r' && text[at + 1] === '\n') {
      rows.push([...row, cell])
      row = []
      cell = ''
      at++
    } else if (letter === '"' || letter === '\r' || letter === '\n') throw new Error(`a bare ${JSON.stringify(letter)}`)
    else cell += letter
  }
  if (isQuoted || cell !== '' || row.length > 0) throw new Error('the last row does not end')
  return rows
}
