import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { expect, it } from 'vitest'
import { withPlainSignals } from './signals-of-react.ts'

const react = path.dirname(createRequire(import.meta.url).resolve('react-dom/package.json'))
const code = readFileSync(path.join(react, 'cjs/react-dom-client.production.js'), 'utf8')
const errorsOnLoad = /^(var | {2})\w+ = Error\(/gm

it('leaves no error that React creates while loading, but keeps those it throws to others', () => {
  expect(code.match(errorsOnLoad)?.length).toBeGreaterThan(2)
  const plain = withPlainSignals(code)
  expect(plain).not.toMatch(errorsOnLoad)
  expect(plain.match(/throw Error\(/g)).toEqual(code.match(/throw Error\(/g))
  expect(plain.match(/\w+Exception = Object\(/g)).toHaveLength(code.match(errorsOnLoad)!.length)
})

it('throws if there is nothing left to do', () => {
  expect(() => withPlainSignals('var SuspenseException = Symbol()')).toThrow('of no use')
})
