import { expect, test } from 'vitest'
import { projectFiles, read } from './source-files.ts'

/** Opened through a mail or a table row, so no test contains their address. */
const opened = ['/login/unlock', '/shop/admin/orders']

const screens = projectFiles('.tsx').flatMap((file) => {
  if (!/^web\/routes\/(?!.*(^|\/)-)/.test(file)) return []
  const code = read(file)
  const address = /createFileRoute\('(?:\/_signed-in)?(\/[^']*)'\)/.exec(code)?.[1]?.replace(/\/?(\{-)?\$.*|\/$/, '')
  return address && /\blazyScreen\(/.test(code) ? [{ file, address, code }] : []
})

test('each screen has a title', () => {
  expect(screens.length).toBeGreaterThan(40)
  expect(
    screens.filter(({ code }) => !/staticData: \{ title: '/.test(code)).map(({ file }) => file),
    'add staticData with a title',
  ).toEqual([])
})

test('each screen is part of a chunk of the app', () => {
  // the first screen is a chunk by itself, and some screens are also shown before signing in
  const others = /dashboard-page\.tsx|session-parts\.ts/
  expect(
    screens
      .filter(({ code }) =>
        [...code.matchAll(/import\('([^']+)'\)/g)].some(
          ([, from]) => !/\/-pieces\//.test(from!) && !others.test(from!),
        ),
      )
      .map(({ file }) => file),
    'name the screen in web/routes/-pieces and import it from there: else it is a file of its own',
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
