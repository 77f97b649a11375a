import { Link } from 'react-router';
import { PageHeader } from '@/components/PageHeader';

export default function ReportsPage() {
  return (
    <>
      <PageHeader title="Reports" />
      <ul className="list-disc pl-5">
        <li>
          <Link to="/admin/reports/totals">How many records there are</Link>
        </li>
        <li>
          <Link to="/admin/reports/latest">Latest records</Link>
        </li>
      </ul>
    </>
  );
}
