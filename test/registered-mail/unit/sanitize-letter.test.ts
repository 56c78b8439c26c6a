import fc from 'fast-check'
import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import { describe, expect, it } from 'vitest'
import { sanitizedLetter } from '../../../functions/registered-mail/content/sanitize-letter.ts'

describe('a letter that is sanitized', () => {
  it.each([
    [
      'keeps allowed elements',
      '<h1>A</h1><p>b<br>c</p><ul><li>d</li></ul>',
      '<h1>A</h1><p>b<br>c</p><ul><li>d</li></ul>',
    ],
    ['writes b and i as strong and em', '<b>a</b><i>b</i>', '<strong>a</strong><em>b</em>'],
    [
      'keeps what is struck, raised or lowered',
      '<s>a</s><del>b</del><strike>c</strike>m<sup>2</sup>H<sub>2</sub>O',
      '<s>a</s><s>b</s><s>c</s>m<sup>2</sup>H<sub>2</sub>O',
    ],
    ['keeps the first number of a list', '<ol start="4"><li>a</li></ol>', '<ol start="4"><li>a</li></ol>'],
    [
      'keeps a list right within a list',
      '<ol><li>a</li><ol><li>b</li></ol></ol>',
      '<ol><li>a</li><ol><li>b</li></ol></ol>',
    ],
    ['turns a div into a paragraph', '<div>a</div><div><br></div>', '<p>a</p><p><br></p>'],
    ['unwraps a div that holds blocks', '<div>a<p>b</p>c<div> </div></div>', '<p>a</p><p>b</p><p>c</p>'],
    ['closes what is left open', '<p>a<p>b<ul><li>c<li>d', '<p>a</p><p>b</p><ul><li>c</li><li>d</li></ul>'],
    ['completes tables', '<table><tr><td colspan=2>a', '<table><tbody><tr><td colspan="2">a</td></tr></tbody></table>'],
    ['keeps text as text', 'a &lt;b&gt; &amp; "c" \u00a0&eacute;', 'a &lt;b&gt; &amp; &quot;c&quot; \u00a0é'],
    ['drops comments', 'a<!-- b --><![CDATA[ c ]]>', 'a'],
  ])('%s', (_, given, html) => {
    expect(sanitizedLetter(given)).toEqual({ valid: true, html, changes: [] })
  })

  it.each([
    ['<img src=x onerror=alert(1)>a', 'a', [['element', 'img']]],
    [
      '<script>alert(1)</script><style>p{}</style>a',
      'a',
      [
        ['element', 'script'],
        ['element', 'style'],
      ],
    ],
    [
      '<p style="x" onclick="y">a</p>',
      '<p>a</p>',
      [
        ['attribute', 'style'],
        ['attribute', 'onclick'],
      ],
    ],
    [
      '<b style="font-weight:normal" id="docs-internal-guid-1"><p>a</p><strong style="font-weight: 400">b</strong></b>',
      '<span><p>a</p><span>b</span></span>',
      [
        ['attribute', 'style', 2],
        ['attribute', 'id'],
      ],
    ],
    [
      '<p><span style="font-weight:700">a</span><span style="font-style: italic">b</span><span style="color:red">c</span></p>',
      '<p><strong>a</strong><em>b</em><span>c</span></p>',
      [['attribute', 'style', 3]],
    ],
    [
      '<p><span style="font-size:11pt;font-weight:bold;font-style:italic">a <span style="font-weight:400">b</span></span> &lt;strong-em&gt;</p>',
      '<p><strong><em>a <span>b</span></em></strong> &lt;strong-em&gt;</p>',
      [['attribute', 'style', 2]],
    ],
    [
      '<ol start="-1" type="a"><li>a</li></ol>',
      '<ol><li>a</li></ol>',
      [
        ['attribute', 'start'],
        ['attribute', 'type'],
      ],
    ],
    [
      '<form><input>a</form>',
      'a',
      [
        ['element', 'form'],
        ['element', 'input'],
      ],
    ],
    [
      '<table><tr><td rowspan=0 colspan=100>a',
      '<table><tbody><tr><td>a</td></tr></tbody></table>',
      [
        ['attribute', 'rowspan'],
        ['attribute', 'colspan'],
      ],
    ],
  ])('says what was removed from %s', (given, html, changes) => {
    const expected = changes.map(([kind, name, count = 1]) => ({ kind, name, count }))
    expect(sanitizedLetter(given)).toEqual({ valid: true, html, changes: expected })
  })

  it.each([
    ['https://example.com/a?b=c#d', 'https://example.com/a?b=c#d', null],
    ['HTTPS://Example.COM', 'https://example.com/', null],
    [' https://exa\u200bmple.com', 'https://example.com/', null],
    ['mailto:jane@example.com', 'mailto:jane@example.com', null],
    [
      'mailto:jane@example.com?subject=A%20b&amp;bcc=eve@example.com',
      'mailto:jane@example.com?subject=A%20b',
      'mailto',
    ],
    ['mailto:jane@example.com,eve@example.com', null, 'invalid'],
    ['mailto:a@b.example%2Cc%40d.example', null, 'invalid'],
    ['mailto:a%2C@b.example', null, 'invalid'],
    ['mailto:a@b.example%3Bc', null, 'invalid'],
    ['mailto:a@b.example%252Cc', null, 'invalid'],
    ['mailto:a@b.example%E0', null, 'invalid'],
    ['mailto:jane%2Bx@example.com', 'mailto:jane%2Bx@example.com', null],
    ['http://example.com', null, 'http'],
    ['javascript:alert(1)', null, 'javascript'],
    ['jav&#x09;ascript:alert(1)', null, 'javascript'],
    ['\u00a0javascript:alert(1)', null, 'javascript'],
    ['data:text/html,x', null, 'data'],
    ['//example.com', null, 'relative'],
    ['/path', null, 'relative'],
    ['https:example.com', null, 'invalid'],
    ['https://bank.example@evil.example', null, 'user_info'],
    [`https://example.com/${'a'.repeat(2_048)}`, null, 'too_long'],
  ])('the address %s', (given, href, changed) => {
    const html = href === null ? '<a>x</a>' : `<a href="${href}">x</a>`
    const changes = changed === null ? [] : [{ kind: 'address', name: changed, count: 1 }]
    expect(sanitizedLetter(`<a href="${given}">x</a>`)).toEqual({ valid: true, html, changes })
  })

  it.each([
    '\u202e0001\u202c',
    '&#x202e;0001&#8236;',
    '\u2067<b>0001</b>\u2069',
    '\u200f0001\u061c',
    '<u>\u200e</u>0001&rlm;',
  ])('has no characters that turn the text around: %j', (given) => {
    const result = sanitizedLetter(`<p>Pay ${given} euros</p>`)
    expect(result.valid && result.html.replaceAll(/<[^>]+>/g, '')).toBe('Pay 0001 euros')
    expect(result.valid && result.changes).toEqual([{ kind: 'character', name: 'direction', count: 2 }])
  })

  it('is refused when it is too long once it is written out', () => {
    expect(sanitizedLetter('&'.repeat(100_000))).toEqual({ valid: false, reason: 'too_long' })
    expect(sanitizedLetter('a'.repeat(204_800))).toMatchObject({ valid: true })
    expect(sanitizedLetter('a'.repeat(204_801))).toEqual({ valid: false, reason: 'too_long' })
  })

  it('is refused with characters that parsers replace', () => {
    expect(sanitizedLetter('a\0b')).toEqual({ valid: false, reason: 'unclear' })
    expect(sanitizedLetter('a\ud800')).toEqual({ valid: false, reason: 'unclear' })
  })

  it('keeps the text of elements that are nested too deeply', () => {
    expect(sanitizedLetter(`${'<span>'.repeat(10_000)}deep`)).toMatchObject({
      valid: true,
      html: expect.stringMatching(/^(<span>){60}deep(<\/span>){60}$/),
    })
  })

  it('lists fifty kinds of changes, and counts the others as one', () => {
    const result = sanitizedLetter(Array.from({ length: 80 }, (_, index) => `<x-${index}>`).join(''))
    expect(result.valid && result.changes).toHaveLength(51)
    expect(result.valid && result.changes.at(-1)).toEqual({ kind: 'element', name: 'other', count: 30 })
  })
})

describe('whatever the HTML', () => {
  it('only allowed elements, attributes and addresses are left, and the result stays the same', () => {
    fc.assert(
      fc.property(fc.oneof(piecesOfHtml, fc.string({ unit: 'binary', maxLength: 60 })), (html) => {
        const result = sanitizedLetter(html)
        if (!result.valid) return
        expect(foreignParts(result.html)).toEqual([])
        expect(sanitizedLetter(result.html)).toEqual({ valid: true, html: result.html, changes: [] })
      }),
      { numRuns: 1_500 },
    )
  })

  it.each(knownAttacks())('%s is harmless', (attack) => {
    const result = sanitizedLetter(attack)
    if (result.valid) expect(foreignParts(result.html)).toEqual([])
  })
})

/** Pieces that parsers read in different ways, after each other. */
const piecesOfHtml = fc
  .array(
    fc.oneof(
      fc
        .constantFrom(
          ...[
            'p',
            'div',
            'b',
            'i',
            'a',
            'table',
            'tr',
            'td',
            'ul',
            'li',
            'span',
            'h1',
            'svg',
            'math',
            'mtext',
            'style',
          ],
          ...[
            'title',
            'noscript',
            'template',
            'select',
            'option',
            'xmp',
            'form',
            'iframe',
            'textarea',
            'foreignObject',
          ],
        )
        .chain((name) =>
          fc.constantFrom(
            `<${name}>`,
            `</${name}>`,
            `<${name} href="javascript:x">`,
            `<${name} onclick=x`,
            `<${name}/>`,
          ),
        ),
      fc.constantFrom(
        '<a href="https://x.example/?a=&quot;">',
        '<!--',
        '-->',
        '<![CDATA[',
        ']]>',
        '&lt;',
        '&#60;',
        '"',
        "'",
        '>',
        'text',
        '<img src=x onerror=y>',
      ),
    ),
    { maxLength: 25 },
  )
  .map((pieces) => pieces.join(''))

const allowed: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    ['p', 'br', 'strong', 'em', 'u', 'ul', 'ol', 'li', 'h1', 'h2', 'h3', 'table', 'thead', 'tbody', 'tr', 'span'].map(
      (name) => [name, []],
    ),
  ),
  a: ['href'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan'],
}

/** Everything in a page with this letter that a letter may not have. */
function foreignParts(letter: string): string[] {
  const body = parse(`<!doctype html><html><head></head><body>${letter}</body></html>`).childNodes.at(-1)
  const outside = (node: DefaultTreeAdapterTypes.Node): string[] => {
    if (node.nodeName === '#text') return []
    if (!('tagName' in node)) return [node.nodeName]
    const isKnown = node.namespaceURI === 'http://www.w3.org/1999/xhtml' && Object.hasOwn(allowed, node.tagName)
    const attributes = node.attrs.filter(({ name, value }) => {
      if (!allowed[node.tagName]?.includes(name)) return true
      return name === 'href' ? !/^(https:\/\/[^@\\/]+\/|mailto:)/.test(value) : !/^[0-9]{1,2}$/.test(value)
    })
    const own = isKnown ? attributes.map(({ name }) => `${node.tagName} ${name}`) : [node.tagName]
    return [...own, ...node.childNodes.flatMap(outside)]
  }
  if (!body || !('childNodes' in body)) throw new Error('the page has no content')
  const [head, content] = body.childNodes
  if (!head || !content || !('childNodes' in content) || !('childNodes' in head))
    throw new Error('the page has no body')
  return [...head.childNodes, ...content.childNodes].flatMap(outside)
}

function knownAttacks(): string[] {
  return [
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
    '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
    '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
    '<xmp><p title="</xmp><img src=x onerror=alert(1)>">',
    '<template><a href="javascript:alert(1)">x</a></template>',
    '<svg><foreignObject><p><a xlink:href="javascript:alert(1)">x</a></foreignObject></svg>',
    '<a href="&#1;javascript:alert(1)">x</a>',
    '<a href="jAvAsCrIpT&colon;alert(1)">x</a>',
    '<td background="javascript:alert(1)">x</td>',
    '<p id="attributes"><p name="innerHTML">x',
    '<![CDATA[><img src=x onerror=alert(1)>]]>',
    '<?php echo "<script>" ?><script >alert(1)</script >',
    '<<script>script>alert(1)<</script>/script>',
    '<iframe srcdoc="<script>alert(1)</script>"><p></iframe>x',
    '<select><style></select><img src=x onerror=alert(1)></style>',
    '<title><a href="</title><img src=x onerror=alert(1)>">',
    '<!--><img src=x onerror=alert(1)>-->',
    '<table><td><a href="javascript&NewLine;:alert(1)">x',
    '<base href="javascript:/a/-alert(1)///"><a href="../x">y</a>',
    '<a href="vbscript:x">x</a><a href="https://x.example\\@evil.example">y</a>',
  ]
}
