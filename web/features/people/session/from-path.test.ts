import { describe, expect, test } from 'vitest'
import { fromPath, START_PATH } from './from-path.ts'

const origin = 'https://hives.example.org'

describe('where to go after signing in', () => {
  test.each([
    ['/timeline?from=1&series=2#end', '/timeline?from=1&series=2#end'],
    ['/settings/scales', '/settings/scales'],
    ['/scaleoverview/7', '/scaleoverview/7'],
  ])('%s is one of ours', (from, expected) => {
    expect(fromPath(from, origin)).toBe(expected)
  })

  test.each([
    undefined,
    null,
    7,
    '',
    '/',
    '/?from=/x',
    'dashboard',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '\\\\evil.example',
    'https://evil.example/dashboard',
    'javascript:alert(1)',
    ' /dashboard',
    '/..//evil.example',
  ])('%j leads to the dashboard', (from) => {
    expect(fromPath(from, origin)).toBe(START_PATH)
  })
})
