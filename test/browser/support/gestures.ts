import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Goes on by keyboard until something is focused whose name begins so. */
export async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    if ((await focusedName(page)).startsWith(name)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${name} cannot be reached by keyboard`)
}

export async function expectFocus(page: Page, name: string): Promise<void> {
  await expect.poll(() => focusedName(page)).toMatch(new RegExp(`^${name}`))
}

function focusedName(page: Page): Promise<string> {
  return page.evaluate<string>(`(() => {
    const focused = document.activeElement
    const label = focused?.labels?.[0]?.textContent
    return (focused?.getAttribute('aria-label') ?? label ?? focused?.textContent ?? '').trim()
  })()`)
}

/** As from a message that the device has read. */
export async function pasteCode(page: Page, text: string): Promise<void> {
  await page.getByLabel(/^The [68] digits of the code/).focus()
  await page.keyboard.insertText(text)
}

/** One stroke across the pad, from and to this part of its height. */
export async function drawStroke(page: Page, height: number): Promise<void> {
  const box = await page.locator('.pad').boundingBox()
  if (!box) throw new Error('there is nothing to draw on')
  await page.mouse.move(box.x + box.width * 0.2, box.y + box.height * height)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.5, box.y + box.height * 0.4)
  await page.mouse.move(box.x + box.width * 0.8, box.y + box.height * height)
  await page.mouse.up()
}

/** One stroke across the pad with a pen, which tells its pressure, or a finger. */
export async function drawBy(page: Page, pointerType: 'pen' | 'touch'): Promise<void> {
  await page.evaluate<void>(`(() => {
    const pad = document.querySelector('.pad')
    const { left, top, width, height } = pad.getBoundingClientRect()
    const type = ${JSON.stringify(pointerType)}
    const fire = (name, x, y, pressure) => pad.dispatchEvent(new PointerEvent(name, {
      pointerId: type === 'pen' ? 11 : 12, pointerType: type, isPrimary: true, bubbles: true, cancelable: true,
      button: name === 'pointermove' ? -1 : 0, buttons: name === 'pointerup' ? 0 : 1,
      clientX: left + width * x, clientY: top + height * y, pressure,
    }))
    pad.setPointerCapture = () => undefined
    fire('pointerdown', 0.2, 0.5, 0.2)
    fire('pointermove', 0.4, 0.4, 0.5)
    fire('pointermove', 0.7, 0.55, 0.8)
    fire('pointerup', 0.7, 0.55, 0)
  })()`)
}
