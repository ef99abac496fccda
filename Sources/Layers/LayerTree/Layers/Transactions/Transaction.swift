/// A batch of layer changes with common duration, pacing and completion.
///
/// Every change is part of a transaction. The implicit transaction always exists: the next frame of any scene
/// (``LayerScene/frame()``) commits it. The implicit animations of its changes start at the time of the change, and added
/// animations start with that frame. Create an explicit transaction with
/// ``run(duration:delay:timingFunction:disablesActions:completion:_:)``, or with ``begin()`` and ``commit()``:
///
/// ```swift
/// Transaction.run(duration: 2) {
///     layer.position = Point(x: 100, y: 100)
///     Transaction.run(duration: 5) { layer.opacity = 0 }
/// }
/// ```
///
/// Layers and transactions belong to the main actor; other threads have none.
///
/// Transactions can be nested. An inner transaction inherits the values of the outer one until it sets its own. All animations
/// of explicit transactions start when the outermost one is committed.
@MainActor
public enum Transaction {
    /// The values of a transaction.
    struct State {
        var duration = LayerTiming.defaultDuration
        var delay = 0.0
        var timingFunction = TimingFunction.default
        var disablesActions = false
        var group: TransactionGroup?
    }

    /// The innermost transaction.
    private(set) static var current = State()
    /// The transactions around the innermost one, the implicit one first; empty while there is no explicit one.
    private static var outer: [State] = []
    /// The completion groups of all open transactions, which newly added animations join.
    private(set) static var openGroups: [TransactionGroup] = []
    /// The layers with animations that start when the outermost transaction is committed.
    private static var layersWithPendingAnimations: [Layer] = []
    /// The images of removed layers with animations that start when the outermost transaction is committed.
    private static var pendingImages: [FadingImage] = []
    /// The completions of transactions whose animations have all ended.
    private static var dueCompletions: [@MainActor () -> Void] = []
}

extension Transaction {
    /// The duration of implicit animations in seconds, 0.25 by default; 0 shows changes at once.
    public static var duration: Double {
        get { current.duration }
        set {
            precondition(newValue >= 0, "the duration of a transaction must not be negative")
            current.duration = newValue
        }
    }

    /// The delay of implicit animations in seconds, during which the old values show; the default is 0.
    public static var delay: Double {
        get { current.delay }
        set { current.delay = newValue }
    }

    /// The timing function of implicit animations; the default is ``TimingFunction/default``.
    public static var timingFunction: TimingFunction {
        get { current.timingFunction }
        set { current.timingFunction = newValue }
    }

    /// Whether changes show at once and no actions are looked up; the default is false.
    ///
    /// It is the fastest way to change many layers, for instance to place tiles while scrolling. Running animations
    /// continue toward the new values.
    public static var disablesActions: Bool {
        get { current.disablesActions }
        set { current.disablesActions = newValue }
    }

    /// Sets a closure to call after all later animations of the transaction have ended.
    ///
    /// These are the animations that are added to layers of scenes from now until the transaction ends, including inner
    /// transactions.
    ///
    /// The closure is called outside the transaction, so its changes have the default duration of 0.25 s. Without animations it
    /// is called when the outermost transaction is committed. Removed animations count as ended. It is never called while an
    /// infinite animation runs.
    public static func setCompletion(_ completion: @escaping @MainActor () -> Void) {
        if let group = current.group {
            group.completion = completion
        } else {
            let group = TransactionGroup(completion)
            current.group = group
            openGroups.append(group)
        }
    }
}

extension Transaction {
    /// Begins a transaction; ``commit()`` must end it.
    public static func begin() {
        outer.append(current)
        current.group = nil
    }

    /// Commits the innermost transaction; if it is the outermost one, all pending animations start.
    public static func commit() {
        precondition(!outer.isEmpty, "commit() needs a transaction that was begun and not yet committed")
        closeGroup()
        current = outer.removeLast()
        if outer.isEmpty {
            beginAnimations()
        }
    }

    /// Commits the implicit transaction and begins another one, without waiting for the next frame.
    ///
    /// It does nothing while an explicit transaction is open.
    ///
    /// - Returns: whether completions were called.
    @discardableResult
    public static func flush() -> Bool {
        guard outer.isEmpty else { return false }
        closeGroup()
        current = State()
        return beginAnimations()
    }

    /// Runs `changes` in a new transaction.
    ///
    /// - Parameters:
    ///   - duration: the duration of implicit animations in seconds; nil for the outer transaction's duration.
    ///   - delay: the delay of implicit animations in seconds; nil for the outer transaction's delay.
    ///   - timingFunction: the timing function; nil for the outer transaction's timing function.
    ///   - disablesActions: whether changes show at once; nil for the outer transaction's value.
    ///   - completion: called when all animations of the changes have ended; see ``setCompletion(_:)``.
    ///   - changes: changes properties and adds animations.
    /// - Returns: the result of `changes`.
    /// - Throws: any error that `changes` throws; changes made before that are kept.
    public static func run<Result, Failure: Error>(
        duration: Double? = nil, delay: Double? = nil, timingFunction: TimingFunction? = nil,
        disablesActions: Bool? = nil, completion: (@MainActor () -> Void)? = nil,
        _ changes: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        begin()
        defer { commit() }
        if let duration { self.duration = duration }
        if let delay { self.delay = delay }
        if let timingFunction { self.timingFunction = timingFunction }
        if let disablesActions { self.disablesActions = disablesActions }
        if let completion { setCompletion(completion) }
        return try changes()
    }
}

extension Transaction {
    /// Whether no explicit transaction is open.
    static var isImplicit: Bool { outer.isEmpty }

    /// Runs `changes` in the current transaction with actions disabled.
    static func withoutActions(_ changes: () -> Void) {
        let disablesActions = current.disablesActions
        current.disablesActions = true
        changes()
        current.disablesActions = disablesActions
    }

    /// Schedules the start of a layer's new animations for the commit of the outermost transaction.
    static func scheduleAnimationStart(_ layer: Layer) {
        layersWithPendingAnimations.append(layer)
    }

    /// Schedules the start of an image's animation for the commit of the outermost transaction.
    static func scheduleAnimationStart(of image: FadingImage) {
        pendingImages.append(image)
    }

    /// Schedules a completion to be called outside all transactions.
    static func scheduleCompletion(_ completion: @escaping @MainActor () -> Void) {
        dueCompletions.append(completion)
    }

    /// Starts pending animations and then calls due completions.
    @discardableResult
    private static func beginAnimations() -> Bool {
        let layers = layersWithPendingAnimations
        layersWithPendingAnimations = []
        for layer in layers {
            layer.beginAddedAnimations()
        }
        let images = pendingImages
        pendingImages = []
        for image in images {
            image.beginAnimation()
        }
        let completions = dueCompletions
        dueCompletions = []
        // Completions change layers with default values, not with those set on the implicit transaction.
        let surrounding = (current, openGroups)
        for completion in completions {
            current = State()
            openGroups = []
            completion()
            closeGroup()
        }
        (current, openGroups) = surrounding
        return !completions.isEmpty
    }

    /// Closes the innermost transaction's group: no more animations join it.
    private static func closeGroup() {
        guard let group = current.group else { return }
        openGroups.removeAll { $0 === group }
        group.close()
    }
}
