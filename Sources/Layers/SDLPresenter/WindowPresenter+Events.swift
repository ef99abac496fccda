internal import CSDL2
internal import LayerTree

extension WindowPresenter {
    /// The next thing that happened to the window, waiting for it if need be.
    ///
    /// The process sleeps while it waits.
    ///
    /// - Parameter timeout: seconds to wait at most; 0 to only look; nil to wait until something happens.
    /// - Returns: the event; nil when the time is over, and at once when the window is closed.
    public func nextEvent(timeout: Double?) -> WindowEvent? {
        // The real time, whatever clock the events' times come from.
        let start = SDL_GetTicks64()
        // Rounded up: a wait that ends too early would be followed by a busy one.
        let milliseconds = timeout.map { UInt64((min(max(0, $0), 1e6) * 1000).rounded(.up)) }
        while let device {
            let wait = milliseconds.map { Int32($0 - min($0, SDL_GetTicks64() - start)) } ?? -1
            var event = SDL_Event()
            guard take(&event, wait: wait) else { return nil }
            if event.type == SDL_KEYDOWN.rawValue || event.type == SDL_KEYUP.rawValue {
                modifiers = KeyModifiers(SDL_Keymod(UInt32(event.key.keysym.mod)))
            }
            let age = SDL_GetTicks() &- event.common.timestamp
            let time = clock.now - Double(age) / 1000
            let kind =
                waker.accept(event)
                ? .woken
                : WindowEvent.Kind(
                    event, identifier: device.window.identifier, size: device.window.size, time: time,
                    modifiers: modifiers)
            handleContentLoss(event, kind)
            if let kind {
                return WindowEvent(time: time, kind: kind)
            }
        }
        return nil
    }

    /// Takes note of what is lost by an event, so that the next frame brings it back.
    private func handleContentLoss(_ event: SDL_Event, _ kind: WindowEvent.Kind?) {
        if kind == .resized || kind == .exposed {
            shown = nil
        }
        if event.type == SDL_RENDER_DEVICE_RESET.rawValue {
            device?.painter.deviceReset()
        }
    }

    /// Takes the first event out of SDL's queue, waiting for it so many milliseconds at most, or for ever if negative.
    private func take(_ event: inout SDL_Event, wait: Int32) -> Bool {
        // SDL_PollEvent, and SDL_WaitEventTimeout without a timeout, say now and then that there is nothing although
        // there is: they mark the ends of rounds.
        func takeQueued() -> Bool {
            SDL_PeepEvents(&event, 1, SDL_GETEVENT, SDL_FIRSTEVENT.rawValue, SDL_LASTEVENT.rawValue) == 1
        }
        if takeQueued() { return true }
        // SDL's own state is that after the last event that was pumped, and so now that after the last one taken: a
        // click of which the key was let go of since, in one go, is still one with that key.
        modifiers = KeyModifiers(SDL_GetModState())
        SDL_PumpEvents()
        return takeQueued() || (wait != 0 && SDL_WaitEventTimeout(&event, wait) == 1)
    }

    /// Makes ``nextEvent(timeout:)`` return with `.woken`; may be called from any thread.
    public nonisolated func wake() {
        waker.wake()
    }
}
