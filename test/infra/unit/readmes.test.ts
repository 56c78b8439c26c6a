import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it, test } from 'vitest'

const readmes = globSync(['README.md', '{functions,shared,infra,events,test}/**/README.md', 'infra/runbook.md'])
const textOf = (path: string) => readFileSync(path, 'utf8')

describe.each(readmes)('%s', (path) => {
  it('links to files that exist', () => {
    const links = [...textOf(path).matchAll(/\]\(((?!https?:)[^)#]+)\)/g)].map(([, link = '']) => link)
    expect(links.filter((link) => !existsSync(join(dirname(path), link)))).toEqual([])
  })
})

/** Other tests run these files. */
const samples = globSync(['{events,functions,infra}/**/samples/*', 'infra/local/demo/*.sh'])

it.each(samples)('a README shows %s as it is', (path) => {
  expect(readmes.map(textOf).join('')).toContain(`\n${textOf(path)}\`\`\``)
})

describe('the walk in README.md', () => {
  const blocks = [...textOf('README.md').matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block)

  it.each(blocks)('is shell that parses: %#', (block) => {
    expect(spawnSync('bash', ['-n'], { input: block }).status).toBe(0)
  })

  it('sends a file that is in the repository', () => {
    const [, file = ''] = /file=@(infra\/\S+)/.exec(blocks.join('')) ?? []
    expect(existsSync(file)).toBe(true)
  })

  it('leaves room for the reader', () => expect(textOf('README.md').split('\n').length).toBeLessThanOrEqual(200))
})

test('the page of security names files that exist', () => {
  const named = [...textOf('shared/auth/README.md').matchAll(/`((?:test|shared|functions|infra)\/[^` ]+)`/g)]
  expect(named.length).toBeGreaterThan(100)
  expect(named.map(([, path = '']) => path).filter((path) => !existsSync(path))).toEqual([])
})
