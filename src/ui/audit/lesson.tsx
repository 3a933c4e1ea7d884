/** The lesson of the weak grader: the same three programs paid by a grader that can be fooled and by the sealed one. */

import { useSignal } from '@preact/signals';
import type { Lesson as LessonData, LessonStep } from '../../trainer/api.ts';
import { decimal, NOTHING } from '../parts/format.ts';
import { PythonCode } from '../parts/python-code.tsx';
import { words } from '../words/index.ts';
import { GRADERS } from './graders.ts';

export function Lesson({ lesson }: { readonly lesson: LessonData }) {
  const chosen = useSignal<LessonStep['program']>('cheat');
  const graders = [lesson.harness, 'sealed'] as const;
  const programs = lesson.steps.filter((step) => step.harness === lesson.harness);
  const shown = lesson.steps.filter((step) => step.program === chosen.value);
  return (
    <section class="lesson" aria-labelledby="lesson">
      <h3 id="lesson">{words.lesson.title}</h3>
      <p>{words.lesson.intro(lesson.problem)}</p>
      <div class="lesson-body">
        <table>
          <thead>
            <tr>
              <th scope="col">{words.lesson.program}</th>
              {graders.map((grader) => (
                <th key={grader} scope="col">
                  {GRADERS[grader].label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {programs.map(({ program, title }) => (
              <tr key={program}>
                <th scope="row">
                  <button
                    type="button"
                    class="link"
                    aria-pressed={program === chosen.value}
                    onClick={() => (chosen.value = program)}
                  >
                    {title}
                  </button>
                </th>
                {graders.map((grader) => (
                  <td key={grader}>
                    <Earned step={lesson.steps.find((one) => one.program === program && one.harness === grader)} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        <div>
          {shown[0] && <PythonCode code={shown[0].code} label={words.lesson.code} />}
          {shown.map((step) => (
            <p key={step.harness} class="code-note">
              <b>{GRADERS[step.harness].label}:</b> {step.says}
            </p>
          ))}
        </div>
      </div>
    </section>
  );
}

/** Red where something was paid that solves nothing. */
function Earned({ step }: { readonly step: LessonStep | undefined }) {
  if (step === undefined || step.reward === null) return <>{NOTHING}</>;
  const wrong = step.reward > 0 && step.program !== 'right';
  return <b class={wrong ? 'is-paid' : step.reward > 0 ? 'is-gain' : 'muted'}>{decimal(step.reward)}</b>;
}
