import { useQuery } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import {
  defaultTemplates,
  type ForwardingTarget,
  rawBody,
  TEMPLATE_MAXIMUM,
  TITLE_MAXIMUM,
} from '#domain/exchange/forwarding.ts'
import { parseTemplate, renderTemplate, type TemplateIssue } from '#domain/exchange/forwarding-template.ts'
import type { IntlShape } from '../../../i18n/create-intl.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Loaded } from '../../../offline/loaded.tsx'
import { Button } from '../../../ui/button.tsx'
import { CodeEditor } from '../../../ui/fields/code-editor.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Disclosure } from '../../../ui/layout/disclosure.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { Skeleton } from '../../../ui/status/skeleton.tsx'
import { previewQuery } from './forwarding-queries.ts'

export type Templates = { title: string; template: string }
type Templated = Exclude<ForwardingTarget, 'raw'>

export const isTemplated = (target: ForwardingTarget): target is Templated => target !== 'raw'

/** Returns what to store of a template: null for a part that is empty or the default. */
export const storedTemplates = (target: Templated, { title, template }: Templates) => ({
  title: title.trim() === '' || title === defaultTemplates[target].title ? null : title,
  template: template.trim() === '' || template === defaultTemplates[target].template ? null : template,
})

export const areSound = ({ title, template }: Templates): boolean =>
  'template' in parseTemplate(title, 'title') && 'template' in parseTemplate(template)

const known = [
  ['numbers', '{weight:0.00} {temperature:0,0} {humidity} {battery} {signal}'],
  ['times', '{date} {time} {time:dd.MM.yyyy HH:mm} {time:iso} {time:unix}'],
  ['names', '{imsi} {imei} {controller} {scale} {channel} {count}'],
  ['readings', '{#readings} … {/readings}'],
  ['missing', '{weight:0.0|-}'],
] as const

const issuesOf = (text: string, kind: 'title' | 'text'): TemplateIssue[] => {
  const read = parseTemplate(text, kind)
  return 'issues' in read ? read.issues : []
}

const words = (intl: IntlShape, { code, text }: TemplateIssue) =>
  intl.formatMessage({ id: `forwarding.issue.${code}` }, { text })

/** The form of a message: its title and text, with the placeholders they may contain. */
export function TemplateFields({
  target,
  templates,
  onChange,
}: {
  target: Templated
  templates: Templates
  onChange: (templates: Templates) => void
}) {
  const intl = useIntl()
  const { title, template } = templates
  const [titleIssue] = issuesOf(title, 'title')
  const isDefault = title === defaultTemplates[target].title && template === defaultTemplates[target].template
  return (
    <Stack gap={3}>
      <TextField
        name="title"
        maxLength={TITLE_MAXIMUM}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={title}
        onChange={(event) => onChange({ title: event.target.value, template })}
        label={<FormattedMessage id={target === 'capaz' ? 'forwarding.subject' : 'forwarding.fileName'} />}
        error={titleIssue && words(intl, titleIssue)}
      />
      <CodeEditor
        name="template"
        label={<FormattedMessage id={target === 'capaz' ? 'forwarding.text' : 'forwarding.content'} />}
        value={template}
        onChange={(text) => onChange({ title, template: text.slice(0, TEMPLATE_MAXIMUM) })}
        errors={issuesOf(template, 'text').map((issue) => ({ line: issue.line, message: words(intl, issue) }))}
      />
      {!isDefault && (
        <Row>
          <Button kind="quiet" icon={RotateCcw} onClick={() => onChange({ ...defaultTemplates[target] })}>
            <FormattedMessage id="forwarding.useDefault" />
          </Button>
        </Row>
      )}
      <Disclosure summary={<FormattedMessage id="forwarding.fields" />}>
        <Stack gap={3}>
          {known.map(([id, examples]) => (
            <div key={id}>
              <Text strong>{examples}</Text>
              <Text tone="neutral">
                <FormattedMessage id={`forwarding.fields.${id}`} />
              </Text>
            </div>
          ))}
        </Stack>
      </Disclosure>
    </Stack>
  )
}

/** What would be sent for the channel's last readings. */
export function Preview({
  controllerId,
  channel,
  target,
  templates,
}: {
  controllerId: number
  channel: number
  target: ForwardingTarget
  templates: Templates
}) {
  const query = useQuery(previewQuery(controllerId, channel))
  return (
    <Loaded query={query} age={false} waiting={<Skeleton count={3} />}>
      {({ isExample, content }) => {
        const text = isTemplated(target) ? writeAll(templates, content) : JSON.stringify(rawBody(content), null, 2)
        return (
          <CodeEditor
            readOnly
            onChange={() => undefined}
            label={<FormattedMessage id={isExample ? 'forwarding.preview.example' : 'forwarding.preview'} />}
            hint={text === undefined && <FormattedMessage id="forwarding.preview.faulty" />}
            value={text ?? ''}
          />
        )
      }}
    </Loaded>
  )
}

function writeAll({ title, template }: Templates, content: Parameters<typeof renderTemplate>[1]): string | undefined {
  const [name, text] = [parseTemplate(title, 'title'), parseTemplate(template)]
  if ('issues' in name || 'issues' in text) return undefined
  return `${renderTemplate(name.template, content)}\n\n${renderTemplate(text.template, content)}`
}
