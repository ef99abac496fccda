internal import Controls

/// A result of background work, for the main thread.
enum Delivery: Sendable {
    /// A message for the user, which is also logged when the viewer closes.
    case message(Message)
    /// An error after what could not be done because of it, such as "The view was not saved"; a message as well.
    case failure(String, any Error)
    /// Work of the part that has begun it; dropped when the viewer closes.
    case work(@MainActor @Sendable () -> Void)
}

extension ViewerContext {
    /// Does work off the main thread, and then more on it, before the next frame.
    ///
    /// - Parameters:
    ///   - isUrgent: whether the user waits for it, `true` by default; all other work comes before work that is not urgent.
    ///   - work: the work, which returns a result.
    ///   - receive: takes the result; not called if the viewer has closed meanwhile.
    func inBackground<Result: Sendable>(
        isUrgent: Bool = true, _ work: @escaping @Sendable () -> Result,
        then receive: @escaping @MainActor @Sendable (Result) -> Void
    ) {
        let mailbox = mailbox
        (isUrgent ? settings.inBackground : settings.atLowPriority) {
            let result = work()
            mailbox.post(.work { receive(result) })
        }
    }

    /// Does all that background work has left to the main thread.
    func receiveDeliveries() {
        for delivery in mailbox.take() {
            switch delivery {
            case .work(let work): work()
            case .message, .failure: message(of: delivery).map { post($0) }
            }
        }
    }

    /// The message that is delivered; nil for work.
    func message(of delivery: Delivery) -> Message? {
        switch delivery {
        case .message(let message): message
        case .failure(let failure, let error): message(of: error, failure)
        case .work: nil
        }
    }
}
