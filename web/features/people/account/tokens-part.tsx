import { useQuery } from '@tanstack/react-query'
import { KeySquare } from 'lucide-react'
import { useRef, useState } from 'react'
import type { ApiToken, ApiTokenBody } from '#domain/people/api-token.ts'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { Loaded } from '../../../offline/loaded.tsx'
import { Button } from '../../../ui/button.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { useKeptFocus } from '../../../ui/use-kept-focus.ts'
import { apiTokensQuery, useMakeApiToken, useRevokeApiToken } from './api-token-queries.ts'
import { asksWhoThisIs, ConfirmSheet } from './confirm-sheet.tsx'
import { MadeToken } from './made-token.tsx'
import { Part } from './part.tsx'
import { TokenSheet } from './token-sheet.tsx'
import { TokenTable } from './token-table.tsx'

/** The tokens that scripts and spreadsheets read with: created, shown once, revoked. */
export function TokensPart() {
  const tokens = useQuery(apiTokensQuery)
  const make = useMakeApiToken()
  const revoke = useRevokeApiToken()
  const [adding, setAdding] = useState(false)
  const [leaving, setLeaving] = useState<ApiToken>()
  const asking = asksWhoThisIs(make.error)
  const place = useRef<HTMLDivElement>(null)
  useKeptFocus(place, `${tokens.data?.length} ${make.data?.token}`)
  const send = (body: ApiTokenBody) => make.mutate(body, { onSuccess: () => setAdding(false) })
  const addOne = (
    <Button
      icon={KeySquare}
      onClick={() => {
        make.reset()
        setAdding(true)
      }}
    >
      <FormattedMessage id="account.token.add" />
    </Button>
  )
  return (
    <Part title={<FormattedMessage id="account.tokens" />} why={<FormattedMessage id="account.tokens.why" />}>
      <div ref={place} tabIndex={-1}>
        <Stack>
          {make.data && <MadeToken token={make.data.token} scopes={make.data.scopes} onKept={() => make.reset()} />}
          <Loaded query={tokens}>
            {(list) => (
              <Stack>
                <TokenTable tokens={list} add={addOne} onRevoke={setLeaving} />
                {list.length > 0 && <Row>{addOne}</Row>}
              </Stack>
            )}
          </Loaded>
        </Stack>
      </div>
      <TokenSheet
        open={adding && !asking}
        busy={make.isPending}
        error={asking ? null : make.error}
        onMake={send}
        onClose={() => {
          setAdding(false)
          make.reset()
        }}
      />
      <ConfirmSheet
        open={asking}
        onClose={() => make.reset()}
        onConfirmed={() => make.variables && send(make.variables)}
      />
      <Dialog
        open={leaving !== undefined}
        onClose={() => setLeaving(undefined)}
        danger
        title={<FormattedMessage id="account.token.revoke.question" values={{ name: leaving?.name ?? '' }} />}
        confirm={<FormattedMessage id="account.token.revoke" />}
        onConfirm={() => {
          if (leaving) revoke.mutate(leaving.id)
          setLeaving(undefined)
        }}
      >
        <FormattedMessage id="account.token.revoke.next" />
      </Dialog>
    </Part>
  )
}
