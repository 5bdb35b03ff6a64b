import { Card } from '../../../ui/layout/card.tsx'
import { Grid } from '../../../ui/layout/layout.tsx'
import { Skeleton } from '../../../ui/status/skeleton.tsx'

/** A placeholder in the shape of two cards. */
export function DashboardSkeleton() {
  return (
    <Grid columns="wide">
      {['first', 'second'].map((card) => (
        <Card key={card}>
          <Skeleton count={1} />
          <Skeleton shape="stat" />
          <Skeleton count={2} />
        </Card>
      ))}
    </Grid>
  )
}
