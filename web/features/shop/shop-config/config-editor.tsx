import { FileJson, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import type { ShopConfigAdminReply } from '#domain/shop/shop-config-edit.ts'
import { CONFIG_MAXIMUM_CHARACTERS } from '#domain/shop/shop-config-edit.ts'
import { ApiError } from '../../../api/api-error.ts'
import { ErrorWords } from '../../../i18n/error-words.tsx'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { useOnline } from '../../../offline/connection.ts'
import { Button, ButtonAnchor } from '../../../ui/button.tsx'
import { CodeEditor } from '../../../ui/fields/code-editor.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { Banner } from '../../../ui/status/banner.tsx'
import type { Checked } from './checked.ts'
import { useSaveShopConfig } from './shop-config-queries.ts'

/** The text with its errors, a comment on the change, and a button to make it the shop's configuration. */
export function ConfigEditor({
  newest,
  draft,
  comment,
  checked,
  onChange,
  onComment,
  onDone,
}: {
  newest: ShopConfigAdminReply
  draft: { text: string; basedOn: number } | undefined
  /** The comment on the change. */
  comment: string
  checked: Checked
  onChange: (text: string) => void
  onComment: (comment: string) => void
  /** Called once the edited text was saved or discarded. */
  onDone: () => void
}) {
  const online = useOnline()
  const save = useSaveShopConfig()
  const [discarding, discard] = useState(false)
  const submit = () => {
    if (!draft) return
    save.mutate({ config: draft.text, basedOn: draft.basedOn, comment }, { onSuccess: onDone })
  }
  const throwAway = () => {
    discard(false)
    save.reset()
    onDone()
  }
  const isOutdated = save.error instanceof ApiError && save.error.code === 'shop_config_changed'
  return (
    <Form
      onSubmit={submit}
      actions={
        <>
          <Button
            kind="primary"
            type="submit"
            busy={save.isPending}
            disabled={!online || !draft || checked.faults.length > 0 || checked.isChecking}
          >
            <FormattedMessage id="administration-shop-config.save" />
          </Button>
          <Button icon={RotateCcw} disabled={!draft} onClick={() => discard(true)}>
            <FormattedMessage id="administration-shop-config.discard" />
          </Button>
          <ButtonAnchor kind="quiet" icon={FileJson} href="/api/shop/configSchema" target="_blank" rel="noreferrer">
            <FormattedMessage id="administration-shop-config.schema" />
          </ButtonAnchor>
        </>
      }
    >
      <CodeEditor
        label={<FormattedMessage id="administration-shop-config.text" />}
        hint={<FormattedMessage id="administration-shop-config.text.hint" />}
        value={draft?.text ?? newest.config}
        errors={checked.faults}
        readOnly={save.isPending}
        onChange={(text) => onChange(text.slice(0, CONFIG_MAXIMUM_CHARACTERS))}
      />
      <CheckState checked={checked} isDraft={draft !== undefined} />
      <TextField
        label={<FormattedMessage id="administration-shop-config.comment" />}
        hint={<FormattedMessage id="administration-shop-config.comment.hint" />}
        optional
        value={comment}
        maxLength={300}
        onChange={({ target }) => onComment(target.value)}
      />
      {save.error && (
        <Banner
          tone="alarm"
          title={<ErrorWords error={save.error} />}
          actions={
            isOutdated && (
              <Button onClick={() => discard(true)}>
                <FormattedMessage id="administration-shop-config.loadNewest" />
              </Button>
            )
          }
        />
      )}
      <Dialog
        open={discarding}
        onClose={() => discard(false)}
        danger
        title={<FormattedMessage id="administration-shop-config.discard.question" />}
        confirm={<FormattedMessage id="administration-shop-config.discard" />}
        onConfirm={throwAway}
      />
    </Form>
  )
}

/** Whether the text is valid, as far as is known. */
function CheckState({ checked: { faults, error, isChecking }, isDraft }: { checked: Checked; isDraft: boolean }) {
  if (error) return <Banner tone="stale" title={<ErrorWords error={error} />} />
  if (isChecking) {
    return (
      <Text tone="neutral">
        <FormattedMessage id="administration-shop-config.checking" />
      </Text>
    )
  }
  if (faults.length > 0) {
    return (
      <Text tone="alarm" strong>
        <FormattedMessage id="administration-shop-config.faults" values={{ count: faults.length }} />
      </Text>
    )
  }
  return (
    <Text tone={isDraft ? 'ok' : 'neutral'}>
      <FormattedMessage id={`administration-shop-config.${isDraft ? 'fine' : 'unchanged'}`} />
    </Text>
  )
}
