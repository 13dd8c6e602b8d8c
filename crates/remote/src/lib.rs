//! What reaches beyond this machine, and only when it is asked to: pages and chat models.
