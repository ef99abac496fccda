/// Changes of layers that belong together: how long they glide, along which curve, and what follows them.
///
/// Every change is part of a transaction. One is always there, as if by itself: the next frame of any scene
/// (``LayerScene/frame()``) ends it, and the animations of its changes begin with that frame. Others are made with
/// ``run(duration:delay:timingFunction:disablesActions:completion:_:)``, or with ``begin()`` and ``commit()``:
///
/// ```swift
/// Transaction.run(duration: 2) {
///     layer.position = Point(x: 100, y: 100)
///     Transaction.run(duration: 5) { layer.opacity = 0 }
/// }
/// ```
///
/// Layers belong to the main actor, so no other thread can change one or has transactions of its own.
///
/// They can be nested. An inner one has the values of the outer one until it sets its own, and all animations begin when
/// the outermost one ends.
@MainActor
public enum Transaction {
    /// What one transaction decides.
    struct State {
        var duration = LayerTiming.defaultDuration
        var delay = 0.0
        var timingFunction = TimingFunction.default
        var disablesActions = false
        var group: TransactionGroup?
    }

    /// The innermost transaction.
    private(set) static var current = State()
    /// Those it lies in, the one that is always there first; empty while there is no other one.
    private static var outer: [State] = []
    /// The groups of these and of the innermost one, which animations that are added now belong to.
    private(set) static var openGroups: [TransactionGroup] = []
    /// Layers with animations that begin when the outermost transaction ends.
    private static var layersWithPendingAnimations: [Layer] = []
    /// The completions of transactions whose animations have all ended.
    private static var dueCompletions: [@MainActor () -> Void] = []
}

extension Transaction {
    /// Seconds that changes glide for, 0 to show them at once; default 0.25.
    public static var duration: Double {
        get { current.duration }
        set {
            precondition(newValue >= 0, "an animation takes no negative time")
            current.duration = newValue
        }
    }

    /// Seconds before changes begin to glide; until then the old values show; default 0.
    public static var delay: Double {
        get { current.delay }
        set { current.delay = newValue }
    }

    /// The pace at which changes glide; default ``TimingFunction/default``.
    public static var timingFunction: TimingFunction {
        get { current.timingFunction }
        set { current.timingFunction = newValue }
    }

    /// Whether changes show at once and no actions are looked for; default false.
    ///
    /// Setting many layers, as when tiles are placed while scrolling, is fastest this way. What is gliding already goes
    /// on, toward the new values.
    public static var disablesActions: Bool {
        get { current.disablesActions }
        set { current.disablesActions = newValue }
    }

    /// Sets what is called once all animations have ended that are added to layers of scenes from now on until the
    /// transaction ends, inner transactions included.
    ///
    /// It is called outside of the transaction, so what it changes glides as if by itself, for 0.25 s. When nothing has
    /// been animated it is called as soon as the outermost transaction ends. Ended means removed too, so it is never
    /// called while an animation without end runs.
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
    /// Begins a transaction; each needs one ``commit()``.
    public static func begin() {
        outer.append(current)
        current.group = nil
    }

    /// Ends the transaction that was begun last; the animations of all begin if it was the outermost one.
    public static func commit() {
        precondition(!outer.isEmpty, "a transaction is committed once, after it was begun")
        closeGroup()
        current = outer.removeLast()
        if outer.isEmpty {
            beginAnimations()
        }
    }

    /// Ends the transaction that is always there and begins another one, without waiting for the next frame.
    ///
    /// While a transaction of the app's own is open it does nothing.
    ///
    /// - Returns: whether completions were called.
    @discardableResult
    public static func flush() -> Bool {
        guard outer.isEmpty else { return false }
        closeGroup()
        current = State()
        return beginAnimations()
    }

    /// Runs `changes` in a transaction of their own.
    ///
    /// - Parameters:
    ///   - duration: seconds that they glide for; default as in the transaction around it.
    ///   - delay: seconds before they begin to glide; default as around it.
    ///   - timingFunction: the pace; default as around it.
    ///   - disablesActions: whether they show at once; default as around it.
    ///   - completion: called when all animations of the changes have ended; see ``setCompletion(_:)``.
    ///   - changes: sets properties, adds animations.
    /// - Returns: what `changes` returns.
    /// - Throws: what `changes` throws; what it has changed until then stays.
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
    /// Runs something of which no change is followed by an action, within the transaction as it is.
    static func withoutActions(_ changes: () -> Void) {
        let disablesActions = current.disablesActions
        current.disablesActions = true
        changes()
        current.disablesActions = disablesActions
    }

    /// Takes note that a layer has animations that begin when the outermost transaction ends.
    static func scheduleAnimationStart(_ layer: Layer) {
        layersWithPendingAnimations.append(layer)
    }

    /// Takes note of a completion that is to be called outside of all transactions.
    static func scheduleCompletion(_ completion: @escaping @MainActor () -> Void) {
        dueCompletions.append(completion)
    }

    /// Begins what was added, and then calls completions.
    @discardableResult
    private static func beginAnimations() -> Bool {
        let layers = layersWithPendingAnimations
        layersWithPendingAnimations = []
        for layer in layers {
            layer.beginAddedAnimations()
        }
        let completions = dueCompletions
        dueCompletions = []
        // What was set of the transaction that is always there is not for what completions change.
        let surrounding = (current, openGroups)
        for completion in completions {
            (current, openGroups) = (State(), [])
            completion()
            closeGroup()
        }
        (current, openGroups) = surrounding
        return !completions.isEmpty
    }

    /// No more animations are added to the innermost transaction.
    private static func closeGroup() {
        guard let group = current.group else { return }
        openGroups.removeAll { $0 === group }
        group.close()
    }
}
