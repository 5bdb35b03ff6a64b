/** One stage of a Dockerfile: what it starts from and what is done in it, in order. */
export type Stage = { name: string; base: string; steps: Step[] }
export type Step =
  | { kind: 'run'; command: string }
  | { kind: 'copy'; from: string | undefined; sources: string[]; target: string }
  | { kind: 'workdir'; folder: string }
  | { kind: 'environment'; values: Record<string, string> }
  | { kind: 'command'; words: string[] }
  | { kind: 'note' }

/** Reads what our Dockerfile uses of the language. Throws at an instruction it does not know, as nothing would try it then. */
export function readDockerfile(text: string): Stage[] {
  const lines = text
    .replaceAll(/^\s*#.*$/gm, '')
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  const stages: Stage[] = []
  for (const line of lines) {
    const [, instruction, rest] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [undefined, line, '']
    if (instruction === 'FROM') {
      const [, base = '', name] = /^(\S+)(?:\s+AS\s+(\S+))?$/i.exec(rest!) ?? []
      stages.push({ base, name: name ?? String(stages.length), steps: [] })
      continue
    }
    const stage = stages.at(-1)
    if (!stage) throw new Error(`the Dockerfile begins with ${line} instead of FROM`)
    stage.steps.push(readStep(instruction!, rest!))
  }
  return stages
}

function readStep(instruction: string, rest: string): Step {
  switch (instruction) {
    case 'RUN':
      return { kind: 'run', command: rest }
    case 'WORKDIR':
      return { kind: 'workdir', folder: rest }
    case 'CMD':
      return { kind: 'command', words: JSON.parse(rest) }
    case 'ENV':
      return { kind: 'environment', values: Object.fromEntries(rest.split(/\s+/).map((pair) => pair.split('='))) }
    case 'COPY': {
      const words = rest.split(/\s+/)
      const options = words.filter((word) => word.startsWith('--'))
      const places = words.filter((word) => !word.startsWith('--'))
      const from = options.find((option) => option.startsWith('--from='))?.slice('--from='.length)
      return { kind: 'copy', from, sources: places.slice(0, -1), target: places.at(-1)! }
    }
    // Docker hands these to the commands of the build, with nothing in them unless somebody says what
    case 'ARG':
    case 'USER':
    case 'VOLUME':
    case 'EXPOSE':
      return { kind: 'note' }
    default:
      throw new Error(`nothing tries ${instruction} of the Dockerfile: teach tests/image what it does`)
  }
}
