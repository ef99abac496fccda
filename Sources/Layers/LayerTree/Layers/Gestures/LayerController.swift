/// An object that moves layers in response to events and time, such as a scroll controller.
///
/// An ``InputDispatcher`` passes it the events on its layer that no gesture has claimed.
@MainActor
public protocol LayerController: AnyObject {
    /// The layer in which the controller responds to the pointer, wheels and fingers.
    var layer: Layer { get }

    /// Handles an event, with its position in points of the scene.
    ///
    /// - Returns: whether the event was used.
    @discardableResult
    func handle(_ event: InputEvent) -> Bool

    /// Cancels the input in progress, for example when a gesture takes over or the window loses the focus.
    func cancelInput()

    /// Advances the layers to the current time.
    func update()

    /// The time on the scene's clock at which ``update()`` is needed next; nil if not until the next event.
    var nextFrameTime: Double? { get }
}
