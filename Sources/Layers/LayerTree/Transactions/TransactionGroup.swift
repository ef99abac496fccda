/// Counts the animations of a transaction, for its completion.
@MainActor
final class TransactionGroup {
    var completion: (@MainActor () -> Void)?
    private var runningAnimations = 0
    private var isOpen = true

    init(_ completion: @escaping @MainActor () -> Void) {
        self.completion = completion
    }

    /// An animation was added.
    func enter() {
        runningAnimations += 1
    }

    /// An animation has ended, or was removed.
    func leave() {
        runningAnimations -= 1
        callIfDone()
    }

    /// No further animations will be added.
    func close() {
        isOpen = false
        callIfDone()
    }

    private func callIfDone() {
        guard !isOpen, runningAnimations == 0, let completion else { return }
        self.completion = nil
        Transaction.scheduleCompletion(completion)
    }
}
