import { expect, test } from 'vitest'
import { projectFiles, read } from './source-files.ts'

/** Opened by what a mail or a row of a table leads to, so that no test writes their address. */
const opened = ['/login/unlock', '/shop/admin/orders']

const screens = projectFiles('.tsx').flatMap((file) => {
  if (!/^web\/routes\/(?!.*(^|\/)-)/.test(file)) return []
  const code = read(file)
  const address = /createFileRoute\('(?:\/_signed-in)?(\/[^']*)'\)/.exec(code)?.[1]?.replace(/\/?(\{-)?\$.*|\/$/, '')
  return address && /\b(lazyScreen|firstScreen)\(/.test(code) ? [{ file, address, code }] : []
})

test('each screen has a title', () => {
  expect(screens.length).toBeGreaterThan(40)
  expect(
    screens.filter(({ code }) => !/staticData: \{ title: '/.test(code)).map(({ file }) => file),
    'add staticData with a title',
  ).toEqual([])
})

test('each screen is opened in a browser', () => {
  const specs = projectFiles('.ts')
    .filter((file) => /^tests\/(e2e|support)\//.test(file))
    .map(read)
    .join('\n')
  expect(
    screens.filter(({ address }) => !opened.includes(address) && !specs.includes(address)).map(({ file }) => file),
    'open these in tests/e2e, with expectSound',
  ).toEqual([])
})
