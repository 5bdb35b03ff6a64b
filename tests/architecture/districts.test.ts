import path from 'node:path'
import { expect, test } from 'vitest'
import {
  arrowsOf,
  composers,
  districts,
  listsOfAll,
  placeOf,
  screenArrows,
  serverArrows,
  serverFiles,
} from './districts.ts'
import { projectFiles, read } from './source-files.ts'

const isOfDomain = (file: string) => placeOf(file)?.folder === 'domain'
const rank = (file: string): number => districts.indexOf(placeOf(file)!.district)

test('every file of the server is in a district, or composes districts', () => {
  const lost = serverFiles.filter((file) => !placeOf(file) && !composers.test(file))
  expect(lost, `move it to a feature's folder in one of ${districts.join(', ')}`).toEqual([])
})

test('a district uses only those before it', () => {
  const up = serverArrows().flatMap(({ file, target, isType }) => {
    if (composers.test(file) || (isType && listsOfAll.has(target))) return []
    if (isOfDomain(target) && !isOfDomain(file)) return []
    const isBelow =
      placeOf(target) !== undefined && rank(target) <= rank(file) && isOfDomain(target) === isOfDomain(file)
    return isBelow ? [] : [`${file} imports ${target}`]
  })
  expect(
    up,
    'let the composers (server/app.ts, start-server.ts, store/) hand it in, by a type that stands below; or move what both need down',
  ).toEqual([])
})

test('within a district, imports between folders form no cycle', () => {
  const folders = serverArrows().flatMap(({ file, target }) => {
    const [from, to] = [placeOf(file), placeOf(target)]
    if (!from || !to || from.district !== to.district || to.folder === 'domain') return []
    return [{ file, target, from: from.folder, to: to.folder }]
  })
  expect(circleIn(folders), 'hand in what the lower one needs, or move what both use to the lower one').toEqual([])
})

test('within a feature, imports between folders form no cycle', () => {
  const featureOf = (file: string) => /^(server|web\/features)\/[\w-]+\/[\w-]+\//.exec(file)?.[0]
  const folders = [...serverArrows(), ...screenArrows()].flatMap(({ file, target }) =>
    featureOf(file) !== undefined && featureOf(file) === featureOf(target)
      ? [{ file, target, from: path.dirname(file), to: path.dirname(target) }]
      : [],
  )
  expect(circleIn(folders), 'what several of its folders use belongs into one of them that knows no other').toEqual([])
})

test('imports between files form no cycle, not even of types', () => {
  const files = arrowsOf(projectFiles('.ts', '.tsx').filter(isOfProgram), '').flatMap((arrow) => {
    const { file, target, isType, isLater } = arrow
    return isLater || (isType && listsOfAll.has(target)) ? [] : [{ file, target, from: file, to: target }]
  })
  expect(circleIn(files), 'define what both use in the one that imports nothing of the other').toEqual([])
})

const isOfProgram = (file: string) => /^(server|web|sw)\//.test(file) && !/\.test\.tsx?$/.test(file)

/** The imports that form a cycle, in order; empty if there is none. */
function circleIn(arrows: readonly { file: string; target: string; from: string; to: string }[]): string[] {
  const known = new Map<string, Map<string, string>>()
  for (const { file, target, from, to } of arrows) {
    if (from === to) continue
    const targets = known.get(from) ?? new Map<string, string>()
    known.set(from, targets.set(to, `${file} imports ${target}`))
  }
  const done = new Set<string>()
  function follow(name: string, path: readonly string[], why: readonly string[]): string[] | undefined {
    const at = path.indexOf(name)
    if (at >= 0) return why.slice(at)
    if (done.has(name)) return undefined
    for (const [next, reason] of known.get(name) ?? []) {
      const circle = follow(next, [...path, name], [...why, reason])
      if (circle) return circle
    }
    done.add(name)
    return undefined
  }
  for (const name of known.keys()) {
    const circle = follow(name, [], [])
    if (circle) return circle
  }
  return []
}

test('a feature is in the same district of server and web', () => {
  const at = (base: string) =>
    new Map(
      projectFiles('.ts', '.tsx')
        .filter((file) => file.startsWith(base))
        .map((file) => file.slice(base.length).split('/'))
        .filter(([district, feature]) => districts.some((name) => name === district) && feature)
        .map(([district, feature]) => [feature!, district!]),
    )
  const server = at('server/')
  const apart = [...at('web/features/')]
    .filter(([feature, district]) => server.has(feature) && server.get(feature) !== district)
    .map(([feature, district]) => `${feature}: web/features/${district}, server/${server.get(feature)}`)
  expect(apart).toEqual([])
  const lost = projectFiles('.ts', '.tsx').filter(
    (file) => file.startsWith('web/features/') && !districts.some((name) => file.startsWith(`web/features/${name}/`)),
  )
  expect(lost, 'put it into the district of its noun').toEqual([])
})

test('the page of the architecture names every district', () => {
  const page = read('docs/architecture.md')
  expect(districts.filter((district) => !page.includes(`**${district}**`))).toEqual([])
})
