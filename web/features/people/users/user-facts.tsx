import type { AdministeredUser } from '#domain/people/administered-user.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Facts } from '../../../ui/display/facts.tsx'
import { Row } from '../../../ui/layout/layout.tsx'
import { ButtonLink } from '../../../ui/navigation/links.ts'
import { Marks } from './use-user-columns.tsx'

export function UserFacts({ user }: { user: AdministeredUser }) {
  const intl = useIntl()
  const moment = (text: string | null) =>
    text ? intl.formatDate(text, { dateStyle: 'medium', timeStyle: 'short' }) : '–'
  const hasMarks = !user.active || user.admin || user.manager
  const name = (id: 'state' | 'created' | 'lastSeen' | 'sessions' | 'language' | 'controllers') => (
    <FormattedMessage id={`administration-users.${id}`} />
  )
  return (
    <Facts
      facts={[
        {
          id: 'state',
          name: name('state'),
          value: (
            <Row gap={2}>
              {hasMarks ? <Marks user={user} /> : <FormattedMessage id="administration-users.state.on" />}
            </Row>
          ),
        },
        { id: 'created', name: name('created'), value: moment(user.creationDate) },
        { id: 'lastSeen', name: name('lastSeen'), value: moment(user.lastSeen) },
        { id: 'sessions', name: name('sessions'), value: intl.formatNumber(user.sessionCount) },
        {
          id: 'language',
          name: name('language'),
          value: intl.formatDisplayName(user.language, { type: 'language' }),
        },
        {
          id: 'controllers',
          name: name('controllers'),
          value:
            user.controllers.length === 0 ? (
              '–'
            ) : (
              <Row gap={2}>
                {user.controllers.map(({ id, name: words }) => (
                  <ButtonLink
                    key={id}
                    kind="quiet"
                    to="/settings/controllers/$controllerId"
                    params={{ controllerId: String(id) }}
                  >
                    {words}
                  </ButtonLink>
                ))}
              </Row>
            ),
        },
      ]}
    />
  )
}
