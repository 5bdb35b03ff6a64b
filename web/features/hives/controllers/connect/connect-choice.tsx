import { useQuery } from '@tanstack/react-query'
import { RadioTower } from 'lucide-react'
import { FormattedMessage } from '../../../../i18n/intl.tsx'
import { Loaded } from '../../../../offline/loaded.tsx'
import { Card } from '../../../../ui/layout/card.tsx'
import { Reading, Row, Stack } from '../../../../ui/layout/layout.tsx'
import { Text } from '../../../../ui/layout/text.tsx'
import { ButtonLink } from '../../../../ui/navigation/links.ts'
import { ClaimScreen } from '../claim/claim-screen.tsx'
import { controllersQuery } from '../controller-queries.ts'

/** Chooses what to connect: a registered transmitter, or one to register now by its numbers and, if its label has one, its code. */
export function ConnectChoice() {
  const query = useQuery({ ...controllersQuery, refetchOnMount: 'always' })
  return (
    <Reading>
      <Stack gap={5}>
        <Text>
          <FormattedMessage id="connect.choose.lead" />
        </Text>
        <Loaded query={query} age={false}>
          {(controllers) => {
            const own = controllers.filter(({ access }) => access === 'own')
            return own.length === 0 ? (
              <Text>
                <FormattedMessage id="connect.unregistered" />
              </Text>
            ) : (
              <Card title={<FormattedMessage id="connect.choose.own" />}>
                <Row>
                  {own.map(({ id, name }) => (
                    <ButtonLink
                      key={id}
                      icon={RadioTower}
                      to="/settings/connect/$controllerId"
                      params={{ controllerId: String(id) }}
                    >
                      {name}
                    </ButtonLink>
                  ))}
                </Row>
              </Card>
            )
          }}
        </Loaded>
        <Card title={<FormattedMessage id="connect.choose.new" />}>
          <ClaimScreen label={{}} />
        </Card>
      </Stack>
    </Reading>
  )
}
