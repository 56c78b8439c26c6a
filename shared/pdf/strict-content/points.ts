/** Finds lines without length. */
export class Points {
  /** Where the part of a path begins; null where it has gone on to another place. */
  #place: readonly [x: number, y: number] | null = null

  /** Whether an operator makes a part of a path that lies in one place. `numbers`: its operands. */
  isMadeBy(operator: string, numbers: () => number[]): boolean {
    switch (operator) {
      case 'm': {
        const [x = 0, y = 0] = numbers()
        this.#place = [x, y]
        return false
      }
      case 'l':
      case 'c':
      case 'v':
      case 'y': {
        if (this.#place === null) return false
        const [x, y] = this.#place
        const stays = numbers().every((number, at) => number === (at % 2 === 0 ? x : y))
        if (!stays) this.#place = null
        return stays
      }
      case 're': {
        const [, , width = 0, height = 0] = numbers()
        this.#place = null
        return width === 0 && height === 0
      }
      case 'h':
      case 's':
      case 'b':
      case 'b*':
        return this.#place !== null
      default:
        return false
    }
  }
}
