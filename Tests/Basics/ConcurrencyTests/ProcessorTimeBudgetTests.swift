import Concurrency
import TestLimits
import Testing

@Suite(.timeLimited) struct ProcessorTimeBudgetTests {
    @Test func `the rest becomes less with what others spend`() throws {
        let budget = ProcessorTimeBudget(seconds: 1000)
        try budget.check()
        try budget.check(leaving: 900)
        budget.charge(200)
        #expect(budget.rest <= 800 && budget.rest > 700)
        #expect(throws: ProcessorTimeBudget.Exhausted.self) { try budget.check(leaving: 801) }
        budget.charge(801)
        #expect(throws: ProcessorTimeBudget.Exhausted.self) { try budget.check() }
    }

    @Test func `the rest becomes less with what this thread does`() {
        let budget = ProcessorTimeBudget(seconds: 0.01)
        var sum = 0.0
        while budget.rest > 0 { sum += 1 }
        #expect(sum > 0)
        #expect(throws: ProcessorTimeBudget.Exhausted.self) { try budget.check() }
    }

    @Test func `work without a budget has none`() {
        #expect(ProcessorTimeBudget.current == nil)
        ProcessorTimeBudget.$current.withValue(ProcessorTimeBudget(seconds: 1)) {
            #expect(ProcessorTimeBudget.current != nil)
        }
    }
}
