import { RadioTower } from 'lucide-react'
import { FormattedMessage } from '../../../../i18n/intl.tsx'
import { Loaded } from '../../../../offline/loaded.tsx'
import { Card } from '../../../../ui/layout/card.tsx'
import { Reading, Row, Stack } from '../../../../ui/layout/layout.tsx'
import { Heading, Text } from '../../../../ui/layout/text.tsx'
import { ButtonLink } from '../../../../ui/navigation/links.ts'
import { EmptyState } from '../../../../ui/status/empty-state.tsx'
import { useController } from '../controller-queries.ts'
import { FirstReading } from './first-reading.tsx'
import { JsonPart } from './json-part.tsx'
import { KeyPart } from './key-part.tsx'
import { KindSelect, KindSettings, kindOf } from './kind-part.tsx'

/** Leads from choosing a device to its first reading: its key, its settings, and what arrives. */
export function ConnectScreen({
  controllerId,
  kind: chosen,
  onKind,
}: {
  controllerId: number
  kind: string | undefined
  onKind: (kind: string) => void
}) {
  const query = useController(controllerId)
  const kind = kindOf(chosen)
  return (
    <Reading>
      <Loaded query={query} age={false}>
        {(controller) =>
          controller?.access === 'own' ? (
            <Stack gap={5}>
              <Row align="center">
                <Heading>
                  <FormattedMessage id="connect.title.of" values={{ name: controller.name }} />
                </Heading>
              </Row>
              <Text>
                <FormattedMessage id="connect.lead" />
              </Text>
              <Card title={<FormattedMessage id="connect.step.kind" />}>
                <KindSelect value={kind?.id} onChange={onKind} />
              </Card>
              {kind && (
                <>
                  <Card title={<FormattedMessage id="connect.step.key" />}>
                    <KeyPart controllerId={controller.id} hasSent={controller.lastUpdate !== null} />
                  </Card>
                  <Card title={<FormattedMessage id="connect.step.settings" />}>
                    <KindSettings key={kind.id} kind={kind} controller={controller} />
                  </Card>
                  {kind.id === 'json' && (
                    <Card title={<FormattedMessage id="connect.json.title" />}>
                      <JsonPart controllerId={controller.id} />
                    </Card>
                  )}
                  <Card title={<FormattedMessage id="connect.step.wait" />}>
                    <FirstReading controller={controller} />
                  </Card>
                </>
              )}
            </Stack>
          ) : (
            <EmptyState
              icon={RadioTower}
              title={<FormattedMessage id="controller-screen.unknown" />}
              next={<FormattedMessage id="connect.unregistered" />}
              action={
                <ButtonLink to="/settings/connect">
                  <FormattedMessage id="connect.title" />
                </ButtonLink>
              }
            />
          )
        }
      </Loaded>
    </Reading>
  )
}
