import type { Ask, Scenarios } from '../../matrices/scenarios/scenario.ts'
import { call } from '../../support/client.ts'

async function script(): Promise<Ask> {
  const { text } = await call('GET', '/console')
  const [, name = ''] = /assets\/(main-[^"]+\.js)/.exec(text) ?? []
  return { path: `/console/assets/${name}`, options: {} }
}

export const consoleScenarios: Readonly<Record<string, Scenarios>> = {
  getConsole: { page: async () => ({ path: '/console', options: {} }) },
  getConsoleCallback: { page: async () => ({ path: '/console/callback', options: {} }) },
  getConsoleAsset: { script },
}
