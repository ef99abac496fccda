internal import CSDL2
internal import LayerTree

extension WindowPresenter {
    /// Returns the next event of the window, waiting for it if needed.
    ///
    /// The process sleeps while it waits.
    ///
    /// - Parameter timeout: the maximum seconds to wait; 0 to poll, nil to wait without limit.
    /// - Returns: the event. It is nil after the timeout, after a wait in which an event for another window arrived, and at
    ///   once if the window is closed.
    public func nextEvent(timeout: Double?) -> WindowEvent? {
        // Real time, whatever clock the events use.
        let start = SDL_GetTicks64()
        // Rounded up: a wait that ended early would be followed by a busy one.
        let milliseconds = timeout.map { UInt64((min(max(0, $0), 1e6) * 1000).rounded(.up)) }
        while let device {
            let wait = milliseconds.map { Int32($0 - min($0, SDL_GetTicks64() - start)) } ?? -1
            let identifier = device.window.identifier
            guard let (event, recipient) = take(for: identifier, wait: wait) else { return nil }
            if recipient == .otherWindow, wait != 0 { return nil }
            guard recipient == .taker else { continue }
            if event.type == SDL_KEYDOWN.rawValue || event.type == SDL_KEYUP.rawValue {
                modifiers = KeyModifiers(SDL_Keymod(UInt32(event.key.keysym.mod)))
            }
            let age = SDL_GetTicks() &- event.common.timestamp
            let time = clock.now - Double(age) / 1000
            let kind =
                waker.accept(event)
                ? .woken
                : WindowEvent.Kind(
                    event, identifier: identifier, size: device.window.size, time: time,
                    modifiers: modifiers)?.inPoints(unitsPerPoint: device.window.unitsPerPoint)
            handleContentLoss(event, kind)
            if let kind {
                return WindowEvent(time: time, kind: kind)
            }
        }
        return nil
    }

    /// Records what an event invalidates, so that the next frame restores it.
    private func handleContentLoss(_ event: SDL_Event, _ kind: WindowEvent.Kind?) {
        if kind == .resized || kind == .exposed {
            shown = nil
            device?.painter.target.contentLost()
        }
        if event.type == SDL_WINDOWEVENT.rawValue, event.window.event == UInt8(SDL_WINDOWEVENT_ENTER.rawValue) {
            device?.cursors.show(cursor)
        }
        if event.type == SDL_RENDER_DEVICE_RESET.rawValue {
            device?.painter.deviceReset()
        }
    }

    /// Takes the first event that waits for the window, or else the first event of SDL's queue, possibly for another window.
    private func take(for identifier: UInt32, wait: Int32) -> (SDL_Event, WindowEventQueues.Recipient)? {
        let queues = WindowEventQueues.shared
        if let event = queues.next(for: identifier) { return (event, .taker) }
        var event = SDL_Event()
        guard take(&event, wait: wait) else { return nil }
        return (event, queues.deliver(event, takenBy: identifier))
    }

    /// Takes the first event from SDL's queue, waiting up to `wait` milliseconds, or without limit if negative.
    private func take(_ event: inout SDL_Event, wait: Int32) -> Bool {
        // SDL_PollEvent, and SDL_WaitEventTimeout with timeout 0, sometimes report no event although one is queued:
        // they use sentinels to mark the ends of pump cycles.
        func takeQueued() -> Bool {
            SDL_PeepEvents(&event, 1, SDL_GETEVENT, SDL_FIRSTEVENT.rawValue, SDL_LASTEVENT.rawValue) == 1
        }
        if takeQueued() { return true }
        // SDL's modifier state is that of the last pumped event, so it is read when all pumped events have been taken.
        // A click whose modifier key was released within the same pump then still counts as made with that key.
        modifiers = KeyModifiers(SDL_GetModState())
        SDL_PumpEvents()
        return takeQueued() || (wait != 0 && SDL_WaitEventTimeout(&event, wait) == 1)
    }

    /// Makes ``nextEvent(timeout:)`` return `.woken`; may be called from any thread.
    public nonisolated func wake() {
        waker.wake()
    }
}
