/**
 * What makes the page handier: search, theme, copying, the menu on phones. Plain JavaScript for the browser, kept as text
 * so that its hash in the Content-Security-Policy is that of the very bytes that are sent.
 */
export const script = `
(() => {
  const root = document.documentElement
  const byId = (id) => document.getElementById(id)
  const all = (selector) => [...document.querySelectorAll(selector)]
  const stored = { get: () => { try { return localStorage.getItem('theme') } catch { return null } },
                   set: (theme) => { try { localStorage.setItem('theme', theme) } catch {} } }

  const theme = byId('theme')
  const isDark = () => root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  const show = (name) => {
    if (name) root.dataset.theme = name
    theme.textContent = isDark() ? 'Light' : 'Dark'
    theme.setAttribute('aria-label', 'Use the ' + theme.textContent.toLowerCase() + ' theme')
  }
  show(stored.get())
  theme.addEventListener('click', () => { const next = isDark() ? 'light' : 'dark'; stored.set(next); show(next) })
  theme.hidden = false

  const menu = byId('menu')
  const openMenu = (open) => { root.classList.toggle('menu-open', open); menu.setAttribute('aria-expanded', String(open)) }
  root.classList.add('scripted')
  menu.hidden = false
  menu.addEventListener('click', () => openMenu(menu.getAttribute('aria-expanded') !== 'true'))
  byId('contents').addEventListener('click', (event) => { if (event.target.closest('a')) openMenu(false) })

  const search = byId('search')
  const filter = () => {
    const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean)
    root.classList.toggle('searching', words.length > 0)
    const matches = (element) => words.every((word) => element.dataset.search.includes(word))
    let found = 0
    for (const element of all('[data-search]')) {
      element.hidden = !matches(element)
      if (!element.hidden) found++
    }
    for (const group of all('main .group, .catalog')) group.hidden = !group.querySelector('[data-search]:not([hidden])')
    for (const item of all('nav [data-for]')) item.hidden = byId(item.dataset.for).hidden
    for (const group of all('nav .group')) group.hidden = !group.querySelector('li:not([hidden])')
    byId('nothing').hidden = found > 0
  }
  search.closest('label').hidden = false
  search.addEventListener('input', filter)
  search.addEventListener('keydown', (event) => { if (event.key === 'Escape') { search.value = ''; filter(); search.blur() } })
  document.addEventListener('keydown', (event) => {
    const writes = /^(input|textarea|select)$/i.test(event.target.tagName)
    if (event.key === 'Escape') openMenu(false)
    if (event.key !== '/' || writes || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    search.focus()
  })
  addEventListener('hashchange', () => {
    const target = byId(decodeURIComponent(location.hash.slice(1)))
    if (!target || !target.closest('[hidden]')) return
    search.value = ''
    filter()
    target.scrollIntoView()
  })

  if (navigator.clipboard) for (const button of all('.copy')) {
    button.hidden = false
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(button.closest('figure').querySelector('code').textContent)
      button.textContent = 'Copied'
      setTimeout(() => { button.textContent = 'Copy' }, 1500)
    })
  }

  const links = new Map(all('nav a').map((link) => [link.getAttribute('href').slice(1), link]))
  const seen = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue
      for (const link of links.values()) link.removeAttribute('aria-current')
      const link = links.get(target.id)
      link?.setAttribute('aria-current', 'true')
      const list = byId('contents')
      if (link && (link.offsetTop < list.scrollTop || link.offsetTop > list.scrollTop + list.clientHeight - 40))
        list.scrollTop = link.offsetTop - list.clientHeight / 2
    }
  }, { rootMargin: '-15% 0px -75% 0px' })
  for (const target of all('.operation, .schema, .guide h2')) seen.observe(target)
})()
`
