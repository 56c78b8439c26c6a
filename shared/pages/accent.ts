/** An organization's colour as pages and e-mails use it: readable as text and as a surface, in both themes. */
export interface Accent {
  readonly light: string
  readonly lightText: string
  readonly dark: string
  readonly darkText: string
}

type Rgb = readonly [number, number, number]

/** The darkest ground of the light theme and the lightest of the dark one, where text in the accent stands. */
const [lightGround, darkGround]: readonly [Rgb, Rgb] = [
  [245, 246, 248],
  [26, 32, 42],
]
const [white, black]: readonly [Rgb, Rgb] = [
  [255, 255, 255],
  [0, 0, 0],
]
const leastContrast = 4.5

/** A colour such as `#1a7f5a`, darkened or lightened as little as it takes to be read. */
export function accentOf(colour: string): Accent {
  const chosen = rgbOf(colour)
  const light = moved(chosen, black, lightGround)
  const dark = moved(chosen, white, darkGround)
  return { light: hexOf(light), lightText: textOn(light), dark: hexOf(dark), darkText: textOn(dark) }
}

/** By WCAG 2.2, from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  return contrast(rgbOf(one), rgbOf(other))
}

function moved(colour: Rgb, towards: Rgb, ground: Rgb): Rgb {
  for (let share = 0; share < 1; share += 0.02) {
    const mixed = mix(colour, towards, share)
    if (contrast(mixed, ground) >= leastContrast) return mixed
  }
  return towards
}

function mix(colour: Rgb, towards: Rgb, share: number): Rgb {
  const at = (channel: 0 | 1 | 2) => Math.round(colour[channel] * (1 - share) + towards[channel] * share)
  return [at(0), at(1), at(2)]
}

function textOn(surface: Rgb): string {
  return hexOf(contrast(white, surface) >= contrast(black, surface) ? white : black)
}

function contrast(one: Rgb, other: Rgb): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

function luminance([red, green, blue]: Rgb): number {
  const linear = (channel: number) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

function rgbOf(colour: string): Rgb {
  const value = Number.parseInt(colour.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

function hexOf(colour: Rgb): string {
  return `#${colour.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}
