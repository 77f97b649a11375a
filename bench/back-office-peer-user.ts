import type { Locator, Page } from 'playwright-core';
import { User } from './back-office-user.ts';

/** Operates the admin area of Payload and counts the steps. */
export class PeerUser extends User {
  /** The seconds without any request that `quiet` has waited for. They are not part of a task. */
  idle = 0;

  /** Opens a list from the dashboard, where every task starts. */
  override async openList(plural: string): Promise<void> {
    await this.click('link', `Show all ${plural}`);
    await this.quiet();
    await this.page.locator('.collection-list tbody tr').first().waitFor();
  }

  /** Opens a record from the search of its list: Payload has no search over all lists. */
  async openFrom(plural: string, label: string): Promise<void> {
    await this.openList(plural);
    await this.fillIn(this.page.getByPlaceholder(/^Search by/u), label);
    await this.seesRows(1);
    await this.clickOn(this.page.locator('.collection-list tbody').getByRole('link', { name: label, exact: true }));
    await this.sees(label);
    await this.quiet();
  }

  /** Chooses an option in a control that opens a list. */
  async pick(control: Locator, option: string | RegExp): Promise<void> {
    this.steps += 1;
    await control.click();
    await this.page.getByRole('option', { name: option, exact: true }).first().click();
  }

  /** Chooses an entry of a menu that a button opens. */
  async pickFromMenu(button: Locator, entry: string): Promise<void> {
    this.steps += 2;
    await button.click();
    await this.page.locator('.popup__content').getByText(entry, { exact: true }).click();
  }

  /** Opens the form for a new record from the dashboard. */
  async create(plural: string): Promise<void> {
    await this.click('link', `Create new ${plural}`);
    await this.quiet();
  }

  /** Fills the field with this name, on the page or in a drawer. */
  async fillField(name: string, text: string, place: Page | Locator = this.page): Promise<void> {
    await this.fillIn(place.locator(`#field-${name}`), text);
  }

  async fillDate(name: string, text: string, place: Page | Locator = this.page): Promise<void> {
    await this.fillIn(place.locator(`#field-${name} input`), text);
  }

  /** Saves the record of the page. */
  async save(): Promise<void> {
    await this.click('button', 'Save');
    await this.reads(/successfully/u);
  }

  /** Adds a condition to the filters of a list. Without an operator, the default is used. */
  async filter(
    index: number,
    condition: { readonly field: string; readonly operator?: string; readonly value: string; readonly kind: ValueKind },
  ): Promise<void> {
    const builder = this.page.locator('.where-builder');
    const row = builder.locator('.condition').nth(index);
    if (index === 0) await this.clickOn(builder.getByRole('button', { name: 'Add Filter' }));
    else
      await this.clickOn(
        row
          .page()
          .locator('.condition')
          .nth(index - 1)
          .locator('.condition__actions-add'),
      );
    await row.waitFor();
    await this.pick(row.locator('.condition__field'), condition.field);
    if (condition.operator !== undefined) await this.pick(row.locator('.condition__operator'), condition.operator);
    await this.quiet();
    const value = row.locator('.condition__value');
    const before = this.page.url();
    if (condition.kind === 'choice') await this.pick(value, condition.value);
    else if (condition.kind === 'text') await this.fillIn(value.getByRole('textbox'), condition.value);
    else {
      await this.fillIn(value.getByRole('combobox'), condition.value);
      await this.page.getByRole('option', { name: condition.value }).waitFor();
      await this.press('Enter');
    }
    // A condition that is added before the page has used the last one replaces it.
    await this.page.waitForURL((url) => url.href !== before);
    await this.quiet();
  }

  /** Waits until the list has this number of records. */
  override async seesRows(count: number): Promise<void> {
    const rows = this.page.locator('.collection-list tbody tr');
    await rows.nth(count - 1).waitFor();
    await rows.nth(count).waitFor({ state: 'detached' });
  }

  /** Returns the labels of the records in the list. */
  override rows(): Promise<string[]> {
    return this.page.locator('.collection-list tbody tr td:nth-child(2)').allTextContents();
  }

  /** Waits until the page is complete: before, it ignores clicks. */
  async quiet(): Promise<void> {
    const started = performance.now();
    await this.page.waitForLoadState('networkidle');
    this.idle += Math.min(0.5, (performance.now() - started) / 1000);
  }
}

type ValueKind = 'choice' | 'search' | 'text';
