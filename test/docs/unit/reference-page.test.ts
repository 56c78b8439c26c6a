import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { referencePage } from '../../../functions/docs/reference-page.ts'
import type { Operation } from '../../../shared/http/operation.ts'
import { openApiDocument } from '../../../shared/openapi/openapi.ts'
import { sampleOperations, whoAmI } from '../../shared/unit/openapi/sample-operations.ts'

const deployment = { serverUrl: 'https://api.example.com', version: '1.2.3' }
const { markup, contentSecurityPolicy } = referencePage(openApiDocument(sampleOperations, deployment))

function all(pattern: RegExp): string[] {
  return [...markup.matchAll(pattern)].map(([, found = '']) => found)
}

describe('the reference page', () => {
  test('shows every operation with a call that can be copied', () => {
    for (const { id, summary } of sampleOperations) {
      expect(markup).toContain(`id="${id}"`)
      expect(markup).toContain(summary)
    }
    expect(markup).toContain('curl &#39;https://api.example.com/v1/me&#39;')
    expect(markup).toContain('Idempotency-Key: $(uuidgen)')
  })

  test('shows the parts of a form, which may be the file alone', () => {
    const section = (id: string) => markup.slice(markup.indexOf(`id="${id}"`)).split('</article>')[0]
    expect(section('createLetter')).toContain('-F &#39;data=')
    expect(section('createLetter')).toContain('Fields of <code>data</code>')
    expect(section('weighLetter')).toContain('-F &#39;file=@document.pdf')
    expect(section('weighLetter')).not.toMatch(/data=|<code>data<\/code>/)
  })

  test('has no two things of one id, and no link that leads nowhere', () => {
    const ids = all(/ id="([^"]+)"/g)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
    expect(all(/href="#([^"]+)"/g).filter((id) => !ids.includes(id))).toEqual([])
  })

  test('loads nothing, and runs only what its policy names by hash', () => {
    expect(markup).not.toMatch(/<(?:script|img|iframe|link)[^>]*(?:src|href)="(?!data:)/)
    expect(markup).not.toMatch(/ (?:style|on\w+)="/)
    for (const tag of ['style', 'script']) {
      const [source = ''] = all(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`, 'g'))
      const hash = createHash('sha256').update(source).digest('base64')
      expect(contentSecurityPolicy).toContain(`${tag}-src 'sha256-${hash}'`)
    }
    expect(contentSecurityPolicy).toContain("default-src 'none'")
  })

  test('shows texts as texts, whatever they hold', () => {
    const hostile = { ...(whoAmI as Operation), summary: '<script>alert(1)</script>', description: '`"><img src=x>`' }
    const page = referencePage(openApiDocument([hostile], { ...deployment, serverUrl: 'https://"><b>' }))
    expect(page.markup).not.toContain('<script>alert')
    expect(page.markup).not.toContain('<img')
    expect(page.markup).not.toContain('<b>')
  })
})
