import type { ForwardingTarget } from '#domain/exchange/forwarding.ts'
import { parseTemplate } from '#domain/exchange/forwarding-template.ts'
import { AppError, type CodedIssue, type Issue } from '../../platform/http/app-error.ts'

/** Throws 400 `template_invalid` listing every fault and its position (`3:14`: line 3, column 14). */
export function checkTemplates(
  target: ForwardingTarget,
  { title, template }: { title?: string | null | undefined; template?: string | null | undefined },
): void {
  const issues = [...issuesOf('title', title, target), ...issuesOf('template', template, target)]
  if (issues.length > 0) throw new AppError(400, 'template_invalid', { issues })
}

function issuesOf(
  path: 'title' | 'template',
  text: string | null | undefined,
  target: ForwardingTarget,
): (CodedIssue | Issue)[] {
  if (text === null || text === undefined) return []
  if (target === 'raw') return [{ path, code: 'unknown_field' }]
  const read = parseTemplate(text, path === 'title' ? 'title' : 'text')
  if ('template' in read) return []
  return read.issues.map(({ code, line, column, text: part }) => ({
    path,
    message: `${line}:${column} ${code} ${part}`.trim(),
  }))
}
