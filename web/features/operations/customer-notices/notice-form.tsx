import type { UseQueryResult } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { smsFit } from '#domain/alerts/sms-text.ts'
import { NOTICE_SUBJECT_MAXIMUM, NOTICE_TEXT_MAXIMUM, NoticeChannelType } from '#domain/operations/customer-notice.ts'
import type { Affiliation } from '#domain/people/affiliation.ts'
import { ErrorWords } from '../../../i18n/error-words.tsx'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { useOnline } from '../../../offline/connection.ts'
import { Loaded } from '../../../offline/loaded.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { SmsCount } from '../../../ui/fields/sms-count.tsx'
import { TextArea, TextField } from '../../../ui/fields/text-field.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { useDraft } from '../../../ui/form/use-draft.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { Grid, Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { Banner } from '../../../ui/status/banner.tsx'
import { Choices } from './choices.tsx'
import { emptyDraft, faultsOf, type NoticeFault, toggled } from './notice-draft.ts'
import { useSendNotice } from './notice-queries.ts'
import { Reach } from './reach.tsx'

type Named = { id: number; name: string }
/** The regions and affiliations a message can go to; without affiliations, everyone the sender may write to; undefined while they load. */
export type NoticeChoices = {
  regions: UseQueryResult<readonly Named[]>
  affiliations: readonly Affiliation[] | undefined
}

/** A message to customers; shown with all its choices at once, so that a draft finds every field again. */
export const NoticeForm = ({ regions, affiliations }: NoticeChoices) => (
  <Card title={<FormattedMessage id="administration-notices.new" />}>
    <Loaded query={regions} age={false}>
      {(list) => affiliations && <NoticeFields regions={list} affiliations={affiliations} />}
    </Loaded>
  </Card>
)

/** The channels, the regions and the text; asks for confirmation before sending. */
function NoticeFields({ regions, affiliations }: { regions: readonly Named[]; affiliations: readonly Affiliation[] }) {
  const intl = useIntl()
  const { draft, faults, change, check } = useDraft(() => emptyDraft, faultsOf)
  const [asking, ask] = useState(false)
  const online = useOnline()
  const send = useSendNotice()
  const fault = (...wanted: NoticeFault[]) => {
    const found = faults.find((one) => wanted.includes(one))
    if (!found) return undefined
    if (found === 'no_notification_type' || found === 'no_region') return <FormattedMessage id={`error.${found}`} />
    return <FormattedMessage id={`administration-notices.fault.${found}`} />
  }
  const submit = () => {
    if (check()) ask(true)
  }
  const stop = () => {
    send.reset()
    ask(false)
  }
  const { subject, text, ...audience } = draft
  const { types, regionIds, affiliationId } = audience
  return (
    <>
      <Form
        draft="notice"
        onSubmit={submit}
        actions={
          <Button kind="primary" type="submit" icon={Send} disabled={!online}>
            <FormattedMessage id="administration-notices.send" />
          </Button>
        }
      >
        {!online && <Banner tone="stale" title={<FormattedMessage id="administration-notices.needsNetwork" />} />}
        <Choices legend={<FormattedMessage id="administration-notices.types" />} error={fault('no_notification_type')}>
          {NoticeChannelType.options.map((type) => (
            <Checkbox
              key={type}
              name={type}
              label={<FormattedMessage id={`administration-notices.type.${type}`} />}
              checked={types.includes(type)}
              onChange={() => change({ types: toggled(types, type) })}
            />
          ))}
        </Choices>
        {regions.length === 0 ? (
          <Text tone="neutral">
            <FormattedMessage id="administration-notices.noRegions" />
          </Text>
        ) : (
          <Choices legend={<FormattedMessage id="administration-notices.regions" />} error={fault('no_region')}>
            <Checkbox
              name="allRegions"
              label={<FormattedMessage id="administration-notices.allRegions" />}
              checked={regionIds.length === regions.length}
              indeterminate={regionIds.length > 0 && regionIds.length < regions.length}
              onChange={() =>
                change({ regionIds: regionIds.length === regions.length ? [] : regions.map(({ id }) => id) })
              }
            />
            <Grid columns="medium" gap={1}>
              {regions.map(({ id, name }) => (
                <Checkbox
                  key={id}
                  name={`region ${id}`}
                  label={name}
                  checked={regionIds.includes(id)}
                  onChange={() => change({ regionIds: toggled(regionIds, id) })}
                />
              ))}
            </Grid>
          </Choices>
        )}
        {affiliations.length > 0 && (
          <Select
            name="affiliation"
            label={<FormattedMessage id="administration-notices.affiliation" />}
            value={affiliationId ?? ''}
            onChange={({ target }) => change({ affiliationId: Number(target.value) || null })}
            options={[
              { value: '', label: intl.formatMessage({ id: 'administration-notices.everybody' }) },
              ...affiliations.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
          />
        )}
        <Reach audience={audience} />
        <TextField
          name="subject"
          label={<FormattedMessage id="administration-notices.subject" />}
          error={fault('subject_missing', 'subject_long')}
          maxLength={NOTICE_SUBJECT_MAXIMUM}
          value={subject}
          onChange={({ target }) => change({ subject: target.value })}
        />
        <Stack gap={1}>
          <TextArea
            name="text"
            label={<FormattedMessage id="administration-notices.text" />}
            error={fault('text_missing', 'text_long', 'sms_too_long')}
            rows={5}
            maxLength={NOTICE_TEXT_MAXIMUM}
            value={text}
            onChange={({ target }) => change({ text: target.value })}
          />
          {types.includes('sms') && <SmsCount fit={smsFit(text.trim())} />}
        </Stack>
      </Form>
      <Dialog
        open={asking}
        onClose={stop}
        title={<FormattedMessage id="administration-notices.question" />}
        confirm={<FormattedMessage id="administration-notices.send" />}
        busy={send.isPending}
        error={send.error && <ErrorWords error={send.error} />}
        onConfirm={() =>
          send.mutate(
            { notificationTypes: types, regionIds, affiliationId, subject, text },
            {
              onSuccess: () => {
                ask(false)
                change(emptyDraft)
              },
            },
          )
        }
      >
        <Reach audience={audience} />
      </Dialog>
    </>
  )
}
