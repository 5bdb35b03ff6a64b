import { analyse } from 'scslre'
import { parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'
import { projectFiles, read } from './source-files.ts'

type Pattern = { file: string; source: string; flags: string }

/** All regular expressions in a server file. */
function patternsOf(file: string): Pattern[] {
  const found: Pattern[] = []
  const { program } = parseSync(file, read(file))
  new Visitor({
    Literal(node) {
      if ('regex' in node) found.push({ file, source: node.regex.pattern, flags: node.regex.flags })
    },
  }).visit(program)
  return found
}

// if the time grows with the square of the length, one text of a megabyte keeps everybody waiting for minutes
test('no regular expression of the server takes more than linear time', () => {
  const files = projectFiles('.ts').filter((file) => file.startsWith('server/') && !file.endsWith('.test.ts'))
  const patterns = files.flatMap(patternsOf)
  const slow = patterns.filter(({ source, flags }) => {
    const { reports } = analyse({ source, flags }, { reportTypes: { Move: true } })
    return reports.length > 0
  })
  expect(patterns.length).toBeGreaterThan(200)
  expect(
    slow.map(({ file, source }) => `${file}: ${source}`),
    'let no two parts next to each other match the same characters; begin what may stand anywhere with what stands nowhere else',
  ).toEqual([])
})
