import { cpus, totalmem } from 'node:os'
import type { Row } from './bench.ts'

const INFLUXDB = ['ours', 'InfluxDB 1.6', 'ours is better by'] as const
const POSTGRES = ['PostgreSQL', 'the other', 'PostgreSQL to the other'] as const

/** The rows as a Markdown table; `beside`: what was compared with ours. */
export function tableOf(rows: Row[], beside: 'influxdb' | 'postgres' = 'influxdb'): string {
  const lines = rows.map(({ name, ours, influxdb, ratio, target }) => {
    const wanted = target ? `${target.text} ${target.isMet ? 'met' : '**not met**'}` : ''
    return `| ${name} | ${ours} | ${influxdb} | ${ratio} | ${wanted} |`
  })
  const heads = beside === 'influxdb' ? INFLUXDB : POSTGRES
  return [`| | ${heads.join(' | ')} | target |`, '|---|---|---|---|---|', ...lines].join('\n')
}

/** The content of `docs/benchmarks.md`: how it was measured, the figures, and the sections that `before`, the page so far, has below them. */
export function pageOf(rows: Row[], setting: string, before: string): string {
  const sections = before.indexOf('\n## ')
  const [cpu] = cpus()
  const machine = `${cpus().length} cores (${cpu?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`
  return `# Benchmarks

\`npm run bench -- --write\` measures and writes the top of this page; \`--quick\` uses a smaller year and fewer runs.

HiveWatch (“ours”) and InfluxDB 1.6 (Debian's package) run on the same machine, each in its own process, on loopback ports and with the
same generated readings: hives with a season, weather and sensor noise. The runs alternate, and the figures are medians.
Readings arrive over real HTTP; the load generator is a separate process with kept-alive connections and eight channels
per request, plus the battery and the signal, which both store. Both sync to disk before they acknowledge
(\`synchronous=FULL\` here, \`wal-fsync-delay = "0s"\` there).
Reads are timed from the request to the last byte: tiles here, JSON there, for the same buckets. The dashboard's answer
contains the results of six InfluxDB queries, sent as one request. While the intake of one is measured the other is paused,
so that each pays for its own compaction.

Machine: ${machine}. ${setting}

${tableOf(rows)}
${sections < 0 ? '' : before.slice(sections)}`
}
