/// Counts the animations of a transaction in order to call its completion.
@MainActor
final class TransactionGroup {
    var completion: (@MainActor () -> Void)?
    private var runningAnimations = 0
    private var isOpen = true

    init(_ completion: @escaping @MainActor () -> Void) {
        self.completion = completion
    }

    /// Counts an animation that was added.
    func enter() {
        runningAnimations += 1
    }

    /// Counts an animation that has ended or was removed.
    func leave() {
        runningAnimations -= 1
        callIfDone()
    }

    /// Closes the group: no more animations will be added.
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
